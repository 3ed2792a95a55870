/** A run over what was dropped: the groups to be looked at, and the outputs as the command writes them. */
import type { Member } from '../deciding/acts.js'
import { LeitongError } from '../errors.js'
import { mergedResults } from '../jobs/dedupe/merged/merged-results.js'
import { MergedRows } from '../jobs/dedupe/merged/merged-rows.js'
import { PlacedRows } from '../jobs/dedupe/merged/placed-rows.js'
import { type MergeInput, rulesOf } from '../jobs/dedupe/merged/rules.js'
import { ReportParts } from '../jobs/dedupe/reporting/data.js'
import { ShownFields } from '../jobs/dedupe/reporting/shown-fields.js'
import { groupResults, removedResults, type Told } from '../jobs/dedupe/results.js'
import { printedSummary } from '../jobs/dedupe/summary.js'
import { RunResult } from '../library/memory/dedupe.js'
import { refuseNodeOptions } from '../library/memory/needs-node.js'
import { optionsForRows } from '../methods/derive.js'
import { methodOf } from '../methods/methods.js'
import { requireSearched } from '../methods/refusals.js'
import { NO_MACHINE } from '../options/running.js'
import { contentDigest } from '../reading/decisions/content-digest.js'
import type { DecodedText } from '../reading/records.js'
import { parseJson, toJson } from '../reading/whole-numbers-json.js'
import { requireOwnOptions } from '../resolving/own-options.js'
import { resolveOptions } from '../resolving/resolve.js'
import { requireFitting, type WrittenSheet } from '../sources/formats/office/written-sheets.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import { reach } from '../sources/rows/paths.js'
import { lines } from '../writing/json-lines.js'
import type { Results } from '../writing/results.js'
import { csvBytes } from '../writing/tables/csv.js'
import type { HeadingLanguage } from '../writing/tables/headings.js'
import { resultSheet } from '../writing/tables/xlsx.js'
import { actsOf, type Decision } from './acts.js'
import type { Part } from './bytes.js'
import { type Command, commandOf } from './command.js'
import { type OutputForm, type OutputName, type OutputNames, outputNames } from './outputs.js'
import { type PageHost, Search } from './search.js'
import type { Source } from './source.js'

/** Bytes that tables of a run may take, as in the library in memory. */
const MEMORY = 1 << 30

/** Options as the library takes them. */
export type Asked = Readonly<Record<string, unknown>>

export type { MergeInput }

/** A file that a run makes: its name, and its bytes in parts. */
interface Written {
  readonly name: string
  readonly parts: readonly Part[]
}

/** What a run found. */
export class PageRun {
  readonly #source: Source
  readonly #search: Search
  readonly #result: RunResult
  readonly #told: Told
  readonly #asked: Asked
  readonly #writeWorkbook: PageHost['writeWorkbook']
  readonly report: ReportParts

  private constructor(search: Search, result: RunResult, asked: Asked, seconds: number, { writeWorkbook }: PageHost) {
    const { source, documents } = search
    const { decisions, rows } = result
    const { options } = result.summary
    this.#asked = asked
    this.#writeWorkbook = writeWorkbook
    this.#source = source
    this.#search = search
    this.#result = result
    this.#told = {
      context: {
        inputs: [{ format: { name: source.format } }],
        options,
        documents,
        valuesOf: (document, names) => this.#valuesOf(document, names),
      },
      decisions,
      candidates: decisions.candidates,
      rows,
    }
    this.report = new ReportParts({
      context: { options, documents, textsOf: (read) => search.textsOf(read) },
      decisions,
      candidates: decisions.candidates,
      rows,
      beside: new ShownFields({
        options,
        documents,
        recordOf: (document) => search.recordOf(document),
        isText: () => !source.hasFields,
      }),
      about: { inputs: [source.name] },
      pairs: () => result.documentPairs(),
      summary: printedSummary({ ...result.summary, seconds: { total: seconds } }),
    })
  }

  /** @throws {LeitongError} as `dedupe` of the library in memory */
  static async start(source: Source, asked: Asked, host: PageHost): Promise<PageRun> {
    const start = performance.now()
    const { fields, ...values } = asked
    requireOwnOptions(values)
    const resolved = resolveOptions([{ values, where: 'in the options' }], { ...NO_MACHINE, memory: MEMORY })
    const options = fields === undefined ? resolved : optionsForRows(resolved)
    const byFields = methodOf(options).reads === 'values'
    requireSearched(options)
    refuseNodeOptions(options)
    if (!source.hasFields && (fields !== undefined || byFields))
      throw new LeitongError(
        'OPTION_CONFLICT',
        `${byFields ? `measure ${options.measure}` : '--fields'} is for tables, and ${source.format} has no columns`,
      )
    const spec = fields === undefined ? undefined : { fields: fields as NonNullable<FieldsInput['fields']> }
    const search = new Search(source, options, spec, host)
    const result = new RunResult(...(await search.judged()))
    return new PageRun(search, result, asked, (performance.now() - start) / 1000, host)
  }

  get summary() {
    const { version, documents, kept, removed, groups, rejects, copies, limits, sharedId } = this.#result.summary
    return { version, documents, kept, removed, groups, rejects, copies, limits, sharedId }
  }

  /** Records that could not be judged, and why: the first ones. */
  rejects(most: number): readonly { readonly where: string; readonly reason: string }[] {
    const { files, rejects } = this.#search.documents
    return rejects.slice(0, most).map(({ file, line, reason }) => {
      const name = files[file]?.name ?? ''
      return { where: line ? `${name}:${line}` : name, reason }
    })
  }

  /**
   * The command that gives the same outputs; a compressed file has been unpacked for it.
   *
   * @param language  of headings in workbooks
   * @param merge     it writes one row a group by these rules
   */
  command(form: OutputForm, language: HeadingLanguage, merge?: MergeInput): Command {
    return commandOf(this.#source.name, this.#asked, this.#names(form), form === 'xlsx' ? language : 'en', merge)
  }

  #names(form: OutputForm): OutputNames {
    return outputNames(this.#source, form)
  }

  /**
   * Bytes in parts, and the name of the file that has them.
   *
   * @param language  of headings in workbooks
   * @throws {LeitongError} `OUTPUT_WRITE`
   */
  async output(output: Exclude<OutputName, 'merged'>, form: OutputForm, language: HeadingLanguage): Promise<Written> {
    const name = this.#names(form)[output]
    if (output === 'kept') {
      const write = (sheets: WrittenSheet[]) => {
        requireFitting(name, sheets)
        return this.#writeWorkbook(sheets)
      }
      const removed = this.#result.decisions.removedDocuments()
      return { name, parts: await this.#source.kept(this.#search.documents, removed, form === 'xlsx' ? write : undefined) }
    }
    return this.#written(name, output === 'groups' ? groupResults(this.#told) : removedResults(this.#told), form, language)
  }

  async #written(name: string, results: Results, form: OutputForm, language: HeadingLanguage): Promise<Written> {
    if (form === 'xlsx') {
      const sheets = [resultSheet(results.table(true), language)]
      requireFitting(name, sheets)
      return { name, parts: [await this.#writeWorkbook(sheets)] }
    }
    const { isTable } = this.#source
    return { name, parts: isTable ? [...csvBytes(results.table(), name.endsWith('.tsv') ? '\t' : ',')] : linesOf(results) }
  }

  /**
   * One row a group.
   *
   * @returns the file, and for how many values another was as good by its rule
   * @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT`, `OUTPUT_WRITE`
   */
  async merged(rules: MergeInput, form: OutputForm, language: HeadingLanguage): Promise<Written & { readonly ties: number }> {
    const { documents, options, reader } = this.#search
    const placed = { documents, options, reader, ownInputs: documents.files.length }
    const merged = new MergedRows(new PlacedRows(placed, this.#result.decisions), rulesOf(rules))
    const written = await this.#written(this.#names(form).merged, mergedResults(this.#told.context, merged), form, language)
    return { ...written, ties: merged.ties }
  }

  /**
   * What was decided, as a file that `--decisions` takes.
   *
   * @param decided  by the number of the group
   * @param name     of the page's decisions: no other file has it in its keys
   */
  decisions(decided: readonly (readonly [group: number, decision: Decision])[], name: string, at: string): Uint8Array[] {
    const acts = decided.flatMap(([group, decision]) => {
      const members = this.report.membersOf(group).map((document) => this.#memberOf(document))
      return actsOf(decision, members, `${name}-${group}`, at)
    })
    return [...lines(acts.map((act) => toJson(act) as string))]
  }

  #memberOf(document: number): Member {
    const [read] = this.#search.textsOf([document]) as [DecodedText]
    return { digest: contentDigest(read), id: parseJson(this.#search.documents.idOf(document)) }
  }

  #valuesOf(document: number, names: readonly string[]): unknown[] {
    const row = this.#search.recordOf(document)
    return names.map((name) => (row && reach(row, name)) ?? null)
  }
}

const linesOf = (results: Results): Uint8Array[] => [...lines(results.lines())]
