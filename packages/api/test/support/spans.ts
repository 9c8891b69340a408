/** A tracer that keeps its spans. */
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"

/** Runs an effect with a tracer; returns the spans, in the order of their beginning. */
export const spansOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    yield* Effect.exit(Effect.provideService(effect, Tracer.Tracer, tracer))
    return spans.map(({ attributes, kind, name, parent }) => ({
      name,
      kind,
      parent: parent._tag === "Some" && parent.value._tag === "Span" ? parent.value.name : undefined,
      attributes: Object.fromEntries(attributes)
    }))
  })
