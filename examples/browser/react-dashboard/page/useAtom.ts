/** Atoms in React components. */
import type * as Atom from "effect/reactivity/Atom"
import * as AtomRegistry from "effect/reactivity/AtomRegistry"
import { createContext, useContext, useMemo, useSyncExternalStore } from "react"

/** Holds the values of atoms. An atom without a component stays for 400 ms, such as between two renders. */
const Registry = createContext(AtomRegistry.make({ defaultIdleTTL: 400 }))

/** Returns the value of an atom, and renders the component again when it changes. */
export const useAtomValue = <A>(atom: Atom.Atom<A>): A => {
  const registry = useContext(Registry)
  const store = useMemo(
    () => ({
      subscribe: (listener: () => void) => registry.subscribe(atom, listener),
      get: () => registry.get(atom)
    }),
    [registry, atom]
  )
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Returns a function that sets an atom. */
export const useAtomSet = <R, W>(atom: Atom.Writable<R, W>): ((value: W) => void) => {
  const registry = useContext(Registry)
  return (value) => registry.set(atom, value)
}
