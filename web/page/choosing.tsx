/** The columns of a file, and what is looked for in it. */
import { type Choice, isOfRows, isOfText, QUESTIONS } from './choice.js'
import type { OpenedFile } from './messages.js'
import type { Say } from './words.js'

interface ChoosingProps {
  readonly file: OpenedFile
  readonly choice: Choice
  readonly choose: (choice: Choice) => void
  readonly start: () => void
  readonly readSheet: (sheet: string) => void
  readonly isBusy: boolean
  readonly say: Say
}

export function Choosing({ file, choice, choose, start, readSheet, isBusy, say }: ChoosingProps) {
  const { columns, sample, hasFields, sheets, passedOver, headerRow = 1 } = file
  const change = (part: Partial<Choice>) => choose({ ...choice, ...part })
  const isCompared = (column: string) => choice.compared.includes(column)
  return (
    <form
      class="choosing"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <p>
        {file.records !== undefined && (
          <>
            <strong>{file.records.toLocaleString()}</strong> {say('records')}{' '}
          </>
        )}
        <span class="faint">
          {hasFields ? `${file.format}, ${file.encoding}` : ''}
          {headerRow > 1 ? `, ${say('header')} ${headerRow}` : ''}
        </span>
      </p>
      {passedOver > 0 && (
        <p class="faint">
          {passedOver.toLocaleString()} {say('passedOver')}
        </p>
      )}
      {sheets && sheets.names.length > 1 && (
        <label class="field">
          {say('sheet')}
          <select name="sheet" value={sheets.read} onChange={({ currentTarget }) => readSheet(currentTarget.value)}>
            {sheets.names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="scroll">
        <table class="sample">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((values, i) => (
              <tr key={String(i)}>
                {columns.map((column, place) => (
                  <td key={column}>{values[place]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <fieldset>
        <legend>{say('what')}</legend>
        {QUESTIONS.filter((question) => hasFields || !isOfRows({ question })).map((question) => (
          <label key={question} class="line">
            <input
              type="radio"
              name="question"
              value={question}
              checked={choice.question === question}
              onChange={() => change({ question })}
            />
            {say(question)}
          </label>
        ))}
      </fieldset>
      {isOfRows(choice) ? (
        <fieldset>
          <legend>{say('compared')}</legend>
          {columns
            .filter((column) => column !== choice.id)
            .map((column) => (
              <label key={column} class="tick">
                <input
                  type="checkbox"
                  name="compared"
                  value={column}
                  checked={isCompared(column)}
                  onChange={() =>
                    change({
                      compared: columns.filter((one) => one !== choice.id && (one === column ? !isCompared(one) : isCompared(one))),
                    })
                  }
                />
                {column}
              </label>
            ))}
        </fieldset>
      ) : isOfText(choice) ? (
        <label class="field">
          {say('text')}
          <select name="text" value={choice.text} onChange={({ currentTarget }) => change({ text: currentTarget.value })}>
            {columns.map((column) => (
              <option key={column} value={column}>
                {column}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label class="wide">
          {say('optionsForm')}
          <textarea name="options" rows={6} spellcheck={false} onInput={({ currentTarget }) => change({ options: currentTarget.value })}>
            {choice.options}
          </textarea>
        </label>
      )}
      <label class="field">
        {say('id')}
        <select
          name="id"
          value={choice.id}
          onChange={({ currentTarget: { value: id } }) => change({ id, compared: columns.filter((column) => column !== id) })}
        >
          <option value="">{say('line')}</option>
          {columns.map((column) => (
            <option key={column} value={column}>
              {column}
            </option>
          ))}
        </select>
      </label>
      {choice.question !== 'options' && (
        <label class="field">
          {say('threshold')}
          <input
            name="threshold"
            type="number"
            min="0.01"
            max="1"
            step="0.01"
            placeholder={say('usual')}
            value={choice.threshold}
            onInput={({ currentTarget }) => change({ threshold: currentTarget.value })}
          />
        </label>
      )}
      <button type="submit" class="main" disabled={isBusy || (isOfRows(choice) && choice.compared.length === 0)}>
        {say('run')}
      </button>
    </form>
  )
}
