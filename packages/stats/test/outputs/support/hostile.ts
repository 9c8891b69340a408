/** Metrics with names, labels and values that formats must not pass on unchanged. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Values of labels that players and servers could choose. */
export const texts = [
  'a "quoted" \\ path',
  "two\nlines\r\nthree",
  "\ud800 lone \udfff",
  "😀 \u202e right to left",
  "nul \0 escape \u001b[31m \u009b31m",
  "  spaces;and=equals,commas{}~!^",
  "# TYPE x counter",
  "~tilde",
  "..\u2028/../etc",
  "",
  "x".repeat(1000)
]

const gauge = (id: string, attributes?: Readonly<Record<string, string>>) =>
  Metric.gauge(id, {
    description: 'help with \\ and "quotes"\nand\r lines \0',
    ...(attributes && { attributes })
  })

/** Updates every kind of metric, with hostile texts. */
export const update = Effect.gen(function* () {
  for (const [i, text] of texts.entries()) {
    yield* Metric.update(gauge("hostile_text", { text, unit: "By" }), i)
    yield* Metric.update(Metric.frequency("hostile_words"), text)
  }
  yield* Metric.update(gauge("not_a_number"), Number.NaN)
  yield* Metric.update(gauge("infinite", { sign: "+" }), Infinity)
  yield* Metric.update(gauge("infinite", { sign: "-" }), -Infinity)
  yield* Metric.update(Metric.gauge("large", { bigint: true }), 12_345_678_901_234_567_890n)
  yield* Metric.update(gauge("huge"), 1e21)
  const histogram = Metric.histogram("wait_seconds", {
    description: "Waiting",
    boundaries: [0.5, 1, Infinity],
    attributes: { room: "W7N3", le: "the label of buckets" }
  })
  yield* Metric.update(histogram, 0.7)
  yield* Metric.update(histogram, 70)
  const summary = Metric.summary("latency", {
    maxAge: "1 hour",
    maxSize: 10,
    quantiles: [0.5, 0.99],
    attributes: { quantile: "x" }
  })
  yield* Metric.update(summary, 3)
})

/** Updates series that conflict with each other in some format; returns how many Prometheus must not be sent. */
export const conflict = Effect.gen(function* () {
  yield* Metric.update(gauge("room.energy", { room: "W1N1" }), 1)
  // The same name and labels, after characters are replaced.
  yield* Metric.update(gauge("room-energy", { room: "W1N1" }), 2)
  // The same name, with other labels.
  yield* Metric.update(gauge("room energy", { room: "W2N2" }), 3)
  // The same name, as another type.
  yield* Metric.update(Metric.counter("room.energy", { attributes: { room: "W3N3" } }), 4)
  // The same series with another description.
  yield* Metric.update(Metric.gauge("room.energy", { description: "other", attributes: { room: "W1N1" } }), 5)
  // Labels that differ only by the unit.
  yield* Metric.update(gauge("room.energy", { room: "W1N1", unit: "J" }), 6)
  // Labels of the same name.
  yield* Metric.update(gauge("labels", { "a.b": "1", "a-b": "2", "": "3", "0": "4", "time-unit": "5" }), 7)
  // Halves of different characters become the same.
  yield* Metric.update(gauge("halves", { text: "\ud800" }), 8)
  yield* Metric.update(gauge("halves", { text: "\ud801" }), 9)
  // The name of another metric's series.
  yield* Metric.update(Metric.histogram("delay", { boundaries: [1] }), 0.5)
  yield* Metric.update(Metric.counter("delay_count"), 10)
  // Nothing remains of these names.
  yield* Metric.update(gauge("é"), 11)
  yield* Metric.update(gauge(""), 12)
  return 8
})
