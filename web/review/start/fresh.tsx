/** A file of this computer becomes a review: it is dropped, its columns are seen, and it is sent to the service. */
import { useState } from 'preact/hooks'
import { Drop } from '../../drop.js'
import type { Language } from '../../language.js'
import { type Choice, firstChoice, optionsOf } from '../../page/choice.js'
import { Choosing } from '../../page/choosing.js'
import type { OpenedFile } from '../../page/messages.js'
import { namedAs } from '../../page/packing.js'
import { sayIn } from '../../page/words.js'
import { upload } from '../api.js'
import type { Say } from '../words.js'

interface Opened {
  readonly file: File
  readonly found: OpenedFile
}

async function open(file: File, language: Language, sheet?: string): Promise<Opened> {
  const { openHead } = await import('./head.js')
  return { file, found: { ...(await openHead(file, sheet, language)), digest: '', passedOver: 0 } }
}

/** A name that a review may have, by that of the file. */
const nameFrom = (file: string) =>
  namedAs(file)
    .bare.replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .slice(0, 60) || 'review'

interface FreshProps {
  readonly isBusy: boolean
  /** Makes the review and runs it. */
  readonly create: (name: string, source: () => Promise<string>, options: object) => void
  readonly onFailed: (message: string) => void
  readonly language: Language
  readonly say: Say
}

export function Fresh({ isBusy, create, onFailed, language, say }: FreshProps) {
  const [opened, setOpened] = useState<Opened>()
  const [choice, setChoice] = useState<Choice>()
  const [name, setName] = useState('')
  const take = async (file: File | undefined, sheet?: string) => {
    if (!file) return
    try {
      const next = await open(file, language, sheet)
      setOpened(next)
      setChoice(firstChoice(next.found))
      if (sheet === undefined) setName(nameFrom(file.name))
    } catch (error) {
      setOpened(undefined)
      onFailed((error as Error).message)
    }
  }
  const start = () => {
    if (!opened || !choice) return
    try {
      create(name, () => upload(opened.file), optionsOf(choice, opened.found))
    } catch (error) {
      onFailed((error as Error).message)
    }
  }
  return (
    <>
      <Drop
        title={opened ? opened.file.name : say('dropFile')}
        formats={say('dropFormats')}
        onDrop={(transfer) => void take(transfer?.files[0])}
        onChoose={(files) => void take(files?.[0])}
      />
      {opened && choice && (
        <>
          <label>
            {say('name')} <input name="review" value={name} maxLength={64} onInput={({ currentTarget }) => setName(currentTarget.value)} />
          </label>
          <Choosing
            file={opened.found}
            choice={choice}
            choose={setChoice}
            start={start}
            readSheet={(sheet) => void take(opened.file, sheet)}
            isBusy={isBusy || !name.trim()}
            say={sayIn(language)}
          />
        </>
      )}
    </>
  )
}
