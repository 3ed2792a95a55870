/** The whole page: which review, which group, who looks, and what is said. */
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Language, languageHere } from '../language.js'
import { useAddress } from './address.js'
import { begin, type Described, Failure, get, hasSession } from './api.js'
import { Start } from './start/start.js'
import { sayIn } from './words.js'
import { Work } from './work.js'

const LANGUAGE = 'leitong language'
const PERSON = 'leitong person'

const firstLanguage = (): Language => {
  const kept = localStorage.getItem(LANGUAGE)
  return kept === 'en' || kept === 'zh' ? kept : languageHere
}

export function App() {
  const [address, change] = useAddress()
  const [language, setLanguage] = useState(firstLanguage)
  const [person, setPerson] = useState(() => localStorage.getItem(PERSON) ?? '')
  const [reviews, setReviews] = useState<readonly Described[]>()
  const [needsKey, setNeedsKey] = useState(false)
  const [failed, setFailed] = useState('')
  const say = sayIn(language)
  const load = useCallback(async () => {
    try {
      setReviews((await get<{ reviews: readonly Described[] }>([])).reviews)
      setNeedsKey(false)
      setFailed('')
    } catch (error) {
      const isKey = error instanceof Failure && error.status === 401
      if (isKey) setNeedsKey(true)
      // Before a key was given, that none was is no news.
      setFailed(isKey && !hasSession() ? '' : (error as Error).message)
    }
  }, [])
  useEffect(() => {
    // The link of the command line works once; it stays in no history.
    const [, link] = /^#enter=([\w-]+)$/.exec(location.hash) ?? []
    if (link) history.replaceState(null, '', location.pathname + location.search)
    void (link ? begin({ link }).catch(() => {}) : Promise.resolve()).then(load)
  }, [load])
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    document.title = `leitong: ${address.review || say('title')}`
    localStorage.setItem(LANGUAGE, language)
  }, [language, address.review])
  const review = reviews?.find(({ name }) => name === address.review)
  const shared = {
    say,
    language,
    person,
    onPerson: (name: string) => {
      localStorage.setItem(PERSON, name)
      setPerson(name)
    },
    onLanguage: () => setLanguage(language === 'en' ? 'zh' : 'en'),
    reload: load,
  }
  if (needsKey)
    return (
      <main class="start">
        <h1>leitong</h1>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const key = new FormData(event.currentTarget).get('key') as string
            void begin({ key }).then(load, (error: Error) => setFailed(error.message))
          }}
        >
          <label>
            {say('key')} <input name="key" type="password" autocomplete="off" required />
          </label>
          <button type="submit">{say('enter')}</button>
        </form>
        <p role="alert" class="warning">
          {failed}
        </p>
      </main>
    )
  if (!reviews) return failed ? <p class="warning">{failed}</p> : null
  if (!review) return <Start reviews={reviews} onOpen={(name) => change({ review: name })} {...shared} />
  return <Work key={review.name} review={review} address={address} change={change} {...shared} />
}
