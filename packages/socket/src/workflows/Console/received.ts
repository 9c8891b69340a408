/** What the console reports after a line was sent, and whether the line's result can still arrive. */
import type * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as Latch from "effect/Latch"
import * as AnswerLine from "./answerLine.ts"

/** The most characters of an error on the console that are kept. */
const maxError = 2000

/**
 * How many runs without the result show that none will come: the first one may have begun before the server had the line;
 * the second one began after the first one ended.
 */
const mostRuns = 2

/**
 * Creates the record for the line with an id on a shard; `undefined` on servers without shards.
 *
 * **Details**
 *
 * An error does not say in which tick it happened, and may arrive late: one of an earlier tick must not end the wait for a
 * line that is still to run. Runs are what is counted. A server takes the lines out of its queue when a run begins, and
 * sends the output of every run, with the results, when it ends, before an error of the run and before the next run. A run
 * that was killed or skipped sends its error only: it may have left the lines in the queue, and is not counted.
 */
export const make = (id: string, shard: string | undefined) => {
  const failed = Latch.makeUnsafe(false)
  let answer: AnswerLine.Answer | undefined
  let error: string | undefined
  let runs: number | undefined
  const isLost = () => runs !== undefined && runs >= mostRuns
  return {
    /** Opens at the first error. */
    failed,
    get answer() {
      return answer
    },
    /** The last error. */
    get error() {
      return error
    },
    /** Whether the line was lost: no result will come. */
    get isLost() {
      return isLost()
    },
    /** Records an event; returns whether the result can still arrive. */
    onEvent: (event: ConsoleEvent.ConsoleEvent) => {
      const isOther = shard !== undefined && (event.shard ?? shard) !== shard
      if ("error" in event) {
        if (isOther) return true
        error = ConsoleText.printable(ConsoleText.decodeError(event.error.slice(0, maxError)))
        failed.openUnsafe()
        return true
      }
      answer = (event.messages.results ?? []).map(AnswerLine.read).find((one) => one?.id === id)
      if (answer !== undefined) return false
      if (runs !== undefined && !isOther) runs += 1
      return !isLost()
    },
    /** The server has put the line into its queue, and all that it sent before has arrived. */
    onQueued: () => {
      runs ??= 0
    }
  }
}
