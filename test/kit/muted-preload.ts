// Loaded before tests (`bun test --preload`): they run with the messages of errors muted.
import { muteMessages } from './muted-messages.ts'

muteMessages()
