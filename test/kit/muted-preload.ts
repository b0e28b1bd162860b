// Preloaded (`bun test --preload`): runs tests with the messages of errors muted.
import { muteMessages } from './muted-messages.ts'

muteMessages()
