/** The state of the page in its address: a link opens the same group under the same filters. */
import { useEffect, useState } from 'preact/hooks'

/** What the address names, all as texts; what is not there is empty. */
export const NAMES = ['review', 'group', 'q', 'sort', 'size', 'similarity', 'length', 'time', 'state', 'marks', 'source'] as const
export type Address = Readonly<Record<(typeof NAMES)[number], string>>
/** The address of the list of reviews. */
export const NOWHERE = Object.fromEntries(NAMES.map((name) => [name, ''])) as Address
/** Those that say which groups are listed. */
export const FILTERS = ['q', 'size', 'similarity', 'length', 'time', 'state', 'marks', 'source'] as const

const read = (): Address => {
  const search = new URLSearchParams(location.search)
  return Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ''])) as Address
}

/** @returns the address, and a way to change some of it; `replace` leaves no step behind in the history */
export function useAddress(): [Address, (part: Partial<Address>, replace?: boolean) => void] {
  const [address, setAddress] = useState(read)
  useEffect(() => {
    const follow = () => setAddress(read())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const change = (part: Partial<Address>, replace = false) => {
    const next = { ...read(), ...part }
    const search = new URLSearchParams(Object.entries(next).filter(([, value]) => value))
    history[replace ? 'replaceState' : 'pushState'](null, '', `${location.pathname}${search.size ? `?${search}` : ''}`)
    setAddress(next)
  }
  return [address, change]
}

/** What the tabs of the list show; the first of them where the address names no state. */
export const TABS = ['open', 'decided', 'deferred', 'all'] as const
export type Tab = (typeof TABS)[number]

export const tabOf = ({ state }: Address): Tab => TABS.find((tab) => tab === state) ?? 'open'

/** The part of an address that a queue is asked with. */
export const queryOf = (address: Address): Record<string, string> => {
  const tab = tabOf(address)
  const asked = { ...address, state: tab === 'all' ? '' : tab === 'open' ? 'open,partly' : tab }
  return Object.fromEntries([...FILTERS, 'sort' as const].flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])))
}
