/** The page: a room, prices, a value of Memory. */
import { RoomName } from "@screeps-effect/schema"
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as AsyncResult from "effect/reactivity/AsyncResult"
import type * as Atom from "effect/reactivity/Atom"
import { type FormEvent, type ReactNode, useState } from "react"
import * as atoms from "./atoms.ts"
import { useAtomSet, useAtomValue } from "./useAtom.ts"

const number = new Intl.NumberFormat("en")
const price = (credits: number | undefined) => credits?.toFixed(3) ?? "–"

/** Handles a form by its fields. */
const onSubmit =
  (handle: (field: (name: string) => string) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    handle((name) => {
      const value = data.get(name)
      return typeof value === "string" ? value : ""
    })
  }

/** Shows the value of an atom, that it is loading, or its error. */
const Shown = <A, E>(props: {
  readonly atom: Atom.Atom<AsyncResult.AsyncResult<A, E>>
  readonly children: (value: A) => ReactNode
}) =>
  AsyncResult.match(useAtomValue(props.atom), {
    onInitial: () => <p className="quiet">waiting …</p>,
    onFailure: ({ cause }) => <p role="alert">{Cause.prettyErrors(cause)[0]?.message}</p>,
    onSuccess: ({ value }) => props.children(value)
  })

const Card = (props: { readonly title: string; readonly id: string; readonly children: ReactNode }) => (
  <section id={props.id}>
    <h2>{props.title}</h2>
    {props.children}
  </section>
)

const Room = () => {
  const [room, setRoom] = useState(atoms.firstRoom)
  const [isInvalid, setInvalid] = useState(false)
  const submit = onSubmit((field) => {
    const parsed = RoomName.parse(field("room"))
    setInvalid(Result.isFailure(parsed))
    if (Result.isSuccess(parsed)) setRoom(parsed.success)
  })
  return (
    <Card title="Room" id="room">
      <form onSubmit={submit}>
        <input name="room" key={room} defaultValue={room} aria-label="room" aria-invalid={isInvalid} />
        <button>Show</button>
      </form>
      <Shown atom={atoms.picture(room)}>
        {({ objects, svg, tick }) => (
          <figure>
            <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={`The room ${room}`} />
            <figcaption>
              {tick === undefined ? "" : `tick ${number.format(tick)}, `}
              {objects} objects
            </figcaption>
          </figure>
        )}
      </Shown>
    </Card>
  )
}

const Market = () => (
  <Card title="Market" id="market">
    <Shown atom={atoms.market}>
      {(books) => (
        <table>
          <thead>
            <tr>
              <th>resource</th>
              <th>buyers pay</th>
              <th>sellers ask</th>
            </tr>
          </thead>
          <tbody>
            {books.map(({ bestAsk, bestBid, resource }) => (
              <tr key={resource}>
                <td>{resource}</td>
                <td>{price(bestBid)}</td>
                <td>{price(bestAsk)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Shown>
  </Card>
)

const Memory = () => {
  const [path, setPath] = useState("ticks")
  const now = AsyncResult.getOrElse(useAtomValue(atoms.now), () => Date.now())
  return (
    <Card title="Memory" id="memory">
      <form onSubmit={onSubmit((field) => setPath(field("path")))}>
        <input name="path" defaultValue={path} aria-label="path in Memory" />
        <button>Watch</button>
      </form>
      <Shown atom={atoms.memory(path)}>
        {({ receivedAt, value }) => (
          <>
            <pre>{Option.isSome(value) ? JSON.stringify(value.value, undefined, 2) : "no value"}</pre>
            <p className="quiet">{Math.max(0, Math.round((now - receivedAt) / 1000))} s ago</p>
          </>
        )}
      </Shown>
    </Card>
  )
}

const SignIn = (props: { readonly problem: string | undefined }) => {
  const setAccount = useAtomSet(atoms.account)
  const submit = onSubmit((field) =>
    setAccount({ username: field("username"), password: Redacted.make(field("password")) })
  )
  return (
    <Card title={`Sign in to ${atoms.server}`} id="sign-in">
      <form onSubmit={submit}>
        <input name="username" placeholder="name" autoComplete="username" required />
        <input
          name="password"
          type="password"
          placeholder="password"
          autoComplete="current-password"
          required
        />
        <button>Sign in</button>
      </form>
      <p role="alert">{props.problem}</p>
    </Card>
  )
}

const Dashboard = () => {
  const me = useAtomValue(atoms.me)
  if (AsyncResult.isFailure(me)) return <SignIn problem={Cause.prettyErrors(me.cause)[0]?.message} />
  return (
    <>
      <header>
        <h1>Dashboard</h1>
        <Shown atom={atoms.me}>{({ username }) => <span>{username}</span>}</Shown>
        <span className="quiet">{atoms.server}</span>
        <Shown atom={atoms.connection}>{({ _tag }) => <b id="connection">{_tag}</b>}</Shown>
      </header>
      <main>
        <Room />
        <aside>
          <Market />
          <Memory />
        </aside>
      </main>
    </>
  )
}

export const App = () =>
  useAtomValue(atoms.account) === undefined ? <SignIn problem={undefined} /> : <Dashboard />
