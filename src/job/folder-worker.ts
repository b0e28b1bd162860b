// Works on a whole data folder in a worker while the server sells: a separate entry in the binary.
import { carryOutTask, type TaskAnswer, type TaskOrder } from '../store/folder/folder-task.ts'

declare const self: {
  onmessage: (event: MessageEvent<TaskOrder>) => void
  postMessage(answer: TaskAnswer): void
}

self.onmessage = async ({ data }) => self.postMessage(await carryOutTask(data))
