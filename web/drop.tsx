/** Where a file is dropped, or chosen. */
import { useState } from 'preact/hooks'

interface DropProps {
  /** What is there, or what is wanted. */
  readonly title: string
  /** Which formats are read. */
  readonly formats: string
  readonly onDrop: (transfer: DataTransfer | null) => void
  readonly onChoose: (files: FileList | null) => void
}

export function Drop({ title, formats, onDrop, onChoose }: DropProps) {
  const [isOver, setOver] = useState(false)
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(event.dataTransfer)
      }}
    >
      <input
        type="file"
        name="file"
        accept=".csv,.tsv,.jsonl,.ndjson,.json,.xlsx,.xlsm,.gz,.zst"
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <strong>{title}</strong>
      <span class="faint">{formats}</span>
    </label>
  )
}
