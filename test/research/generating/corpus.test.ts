/**
 * generating/corpus: is a corpus the same wherever it is made, and are its labels true?
 *
 * Oracle   sets and counts over whole corpora; the texts of bases and copies themselves.
 * Covers   determinism, random access, ranges, ids, groups, pairs, presets, topics and noise, times, nulls and spellings of rows,
 *          texts without slots left over, unrelated documents unlike each other, bounded memory, options refused.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CorpusDocument, CorpusRecord, CorpusRow } from '../../../src/research/generating/corpus.js'
import { createCorpus, generateCorpus } from '../../../src/research/generating/corpus.js'
import { CORPUS_KINDS, type CorpusKind, type CorpusOptions, TOPIC_NAMES } from '../../../src/research/generating/options.js'
import { PRESETS, topicCorpora } from '../../../src/research/generating/presets.js'
import { scaleCorpus } from '../../../src/research/generating/scale.js'

const kinds = fc.constantFrom(...CORPUS_KINDS)
const textOf = (record: CorpusRecord) => ('text' in record ? record.text : record.matter)
const make = (options: CorpusOptions & { kind: CorpusKind }) => [...generateCorpus(options)] as (CorpusDocument | CorpusRow)[]

/** Jaccard similarity of the runs of five characters, of every two texts. */
function similarities(texts: readonly string[]): number[] {
  const sets = texts.map((text) => new Set(Array.from({ length: Math.max(1, text.length - 4) }, (_, i) => text.slice(i, i + 5))))
  return sets.flatMap((left, i) =>
    sets.slice(i + 1).map((right) => {
      const shared = [...left].filter((gram) => right.has(gram)).length
      return shared / (left.size + right.size - shared)
    }),
  )
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] as number

describe('a corpus', () => {
  it('is the same for the same options, and another for another seed', () => {
    for (const kind of CORPUS_KINDS) {
      const [first, second, other] = [7, 7, 8].map((seed) => JSON.stringify(make({ kind, size: 60, seed })))
      expect(second).toBe(first)
      expect(other).not.toBe(first)
    }
  })

  it('can be made in parts and in any order', () => {
    fc.assert(
      fc.property(kinds, fc.nat(40), fc.nat(40), fc.nat(), (kind, a, b, seed) => {
        const corpus = createCorpus({ kind, size: 40, seed })
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const all = [...corpus.records()]
        expect([...corpus.records(from, to)]).toEqual(all.slice(from, to))
        const backwards = Array.from({ length: 40 }, (_, i) => createCorpus({ kind, size: 40, seed }).at(39 - i)).reverse()
        expect(backwards).toEqual(all)
      }),
      { numRuns: 12 },
    )
  })

  it('holds nothing: the documents at the far end of a huge corpus come at once, and memory stays', () => {
    const corpus = createCorpus({ kind: 'petitions', size: 400_000_000 })
    const start = performance.now()
    expect([...corpus.records(399_999_990)]).toHaveLength(10)
    expect(performance.now() - start).toBeLessThan(1000)
    for (const { id } of corpus.records(0, 3000)) expect(id).toBeTruthy()
    const before = process.memoryUsage().heapUsed
    let length = 0
    for (const { text } of corpus.records(3000, 13_000)) length += text.length
    expect(length).toBeGreaterThan(2_000_000)
    // What was made is some 20 MB of text; garbage of the moment aside, none of it stays.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6)
  })
})

describe('labels', () => {
  it('are true: every copy names its base, which is in the group that carries its number', () => {
    fc.assert(
      fc.property(kinds, fc.nat(300), fc.double({ min: 0, max: 0.9, noNaN: true }), fc.nat(), (kind, size, duplicates, seed) => {
        const noise = size >> 2
        const corpus = createCorpus({ kind, size, duplicates, seed, noise, length: 40 })
        const records = [...corpus.records()]
        expect(records).toHaveLength(size)
        const byId = new Map(records.map((record) => [record.id, record]))
        expect(byId.size).toBe(size)
        const groups = new Map<number, CorpusRecord[]>()
        for (const record of records) groups.set(record.group, [...(groups.get(record.group) ?? []), record])
        for (const [group, members] of groups) {
          const base = records[group - 1]
          expect(members.filter(({ edit }) => !edit)).toEqual([base])
          for (const { edit } of members) if (edit) expect(edit.of).toBe(base?.id)
        }
        const related = size - noise
        const copies = records.filter(({ edit }) => edit).length
        expect(copies).toBe(Math.max(0, Math.min(related - 1, Math.round(related * duplicates))))
        expect(corpus.groups).toBe([...groups.values()].filter(({ length }) => length > 1).length)
      }),
      { numRuns: 40 },
    )
  })

  it('pair every two of a group once, the earlier one first', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 2, max: 9 }), fc.integer({ min: 0, max: 6 }), fc.nat(), (kind, least, more, seed) => {
        const corpus = createCorpus({ kind, size: 120, seed, duplicates: 0.4, groupSize: [least, least + more], length: 40 })
        const records = [...corpus.records()]
        const expected = records.flatMap((a, i) => records.slice(i + 1).flatMap((b) => (a.group === b.group ? [`${a.id} ${b.id}`] : [])))
        expect(Array.from(corpus.pairs(), ({ a, b }) => `${a} ${b}`).sort()).toEqual(expected.sort())
        for (const { group } of records) expect(records.filter((record) => record.group === group).length).toBeLessThanOrEqual(least + more)
      }),
      { numRuns: 20 },
    )
  })

  it('name the topics that were asked for, noise on the others, and copies later than their bases', () => {
    const records = make({ kind: 'petitions', size: 900, topics: ['finance', 'ai'], noise: 300, duplicates: 0.5 }) as CorpusDocument[]
    const counts = new Map<string, number>()
    for (const { topic } of records) counts.set(topic, (counts.get(topic) ?? 0) + 1)
    expect((counts.get('finance') ?? 0) + (counts.get('ai') ?? 0)).toBe(600)
    expect(Math.abs((counts.get('finance') ?? 0) - 300)).toBeLessThan(20)
    expect([...counts.keys()].sort()).toEqual([...TOPIC_NAMES].sort())
    for (const { edit, time, group, topic, keywords } of records) {
      expect(keywords.length).toBeGreaterThan(0)
      if (!edit) continue
      const base = records[group - 1] as CorpusDocument
      expect(base.topic).toBe(topic)
      expect(Date.parse(time)).toBeGreaterThan(Date.parse(base.time))
    }
  })
})

describe('texts', () => {
  it('are on as many topics of noise as asked, and stay apart within each', () => {
    const noisy = make({ kind: 'articles_zh', size: 900, noise: 900, topics: ['education'], noiseTopics: 30 }) as CorpusDocument[]
    const byTopic = new Map<string, string[]>()
    for (const { topic, text } of noisy) byTopic.set(topic, [...(byTopic.get(topic) ?? []), text])
    expect(byTopic.size).toBe(30)
    const medians = (wanted: (topic: string) => boolean) =>
      median([...byTopic].flatMap(([topic, texts]) => (wanted(topic) ? similarities(texts) : [])))
    expect(medians((topic) => topic.startsWith('coined'))).toBeLessThan(0.05)
    expect(medians((topic) => !topic.startsWith('coined'))).toBeLessThan(0.05)
  })

  it('stay apart on every written topic as texts of different topics do', () => {
    const articles = (topics: CorpusOptions['topics'], size: number) =>
      (make({ kind: 'articles_zh', size, topics, duplicates: 0, seed: 5 }) as CorpusDocument[]).map(({ text }) => text)
    for (const topic of TOPIC_NAMES) {
      const unrelated = similarities(articles([topic], 60))
      expect(median(unrelated), topic).toBeLessThan(0.05)
      expect(Math.max(...unrelated), topic).toBeLessThan(0.15)
    }
    // They are of their topic all the same: its words stand in most of them, and hardly in others.
    const naming = (topic: CorpusOptions['topics']) => articles(topic, 40).filter((text) => /课程|教师/.test(text)).length
    expect(naming(['education'])).toBeGreaterThan(36)
    expect(naming(['finance'])).toBeLessThan(4)
  })

  it('have no slot of a coined topic unfilled, in either language', () => {
    for (const kind of CORPUS_KINDS)
      for (const record of make({ kind, size: 400, noise: 400, noiseTopics: 400 })) {
        expect(JSON.stringify(record).replace(/[{}"]/g, '')).not.toMatch(/[|]|undefined|NaN/)
        expect(textOf(record)).not.toMatch(/[{}@]/)
        expect(textOf(record).length).toBeGreaterThan(20)
      }
  })

  it('have no slot of a template unfilled, on any topic', () => {
    for (const kind of CORPUS_KINDS) {
      for (const topic of TOPIC_NAMES) {
        for (const record of make({ kind, size: 60, topics: [topic] })) {
          const all = JSON.stringify(Object.values(record).map((value) => (typeof value === 'object' ? Object.values(value ?? {}) : value)))
          expect(all).not.toMatch(/[{}|]|undefined|NaN/)
          expect(textOf(record).length).toBeGreaterThan(20)
        }
      }
    }
  })

  it('share words but not wording where they are unrelated, on one topic', () => {
    for (const [kind, most, middle] of [
      ['petitions', 0.4, 0.15],
      ['articles_zh', 0.15, 0.05],
      ['articles_en', 0.5, 0.25],
      ['rows', 0.4, 0.15],
    ] as const) {
      const unrelated = similarities(make({ kind, size: 70, topics: 1, duplicates: 0 }).map(textOf))
      expect(Math.max(...unrelated), kind).toBeLessThan(most)
      expect(median(unrelated), kind).toBeLessThan(middle)
    }
  })

  it('have the length that was asked for, give or take a sentence and the frame', () => {
    for (const kind of CORPUS_KINDS)
      for (const length of [300, 3000])
        for (const record of make({ kind, size: 20, length, duplicates: 0 })) {
          expect(textOf(record).length).toBeGreaterThan(length * 0.7)
          expect(textOf(record).length).toBeLessThan(length + 700)
        }
  })
})

describe('rows', () => {
  const rows = make({ kind: 'rows', size: 2000, duplicates: 0.5 }) as CorpusRow[]

  it('have nulls and values of their types', () => {
    for (const name of ['name', 'id_number', 'phone', 'category', 'amount'] as const) {
      const nulls = rows.filter((row) => row[name] === null).length
      expect(nulls, name).toBeGreaterThan(20)
      expect(nulls, name).toBeLessThan(1900)
    }
    for (const row of rows) {
      expect(row.amount === null || (typeof row.amount === 'number' && row.amount > 0)).toBe(true)
      expect(typeof row.anonymous).toBe('boolean')
      if (row.anonymous) expect([row.name, row.phone, row.id_number]).toEqual([null, null, null])
      if (!row.edit) expect(row.filed).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })

  it('spell one value in several ways, which mean the same', () => {
    const digits = (text: string) =>
      text
        .normalize('NFKC')
        .replace(/\D/g, '')
        .replace(/^(?:0086|86)(?=12)/, '')
    let spelled = 0
    for (const row of rows) {
      const base = rows[row.group - 1] as CorpusRow
      if (row.phone !== null) expect(digits(row.phone)).toBe(base.phone)
      if (row.phone !== base.phone && row.phone !== null) spelled++
      if (row.id_number !== null) expect(row.id_number.normalize('NFKC').replaceAll(' ', '').toUpperCase()).toBe(base.id_number)
      if (row.name !== null) expect(row.name.replace(/\s|（本人）/g, '')).toBe(base.name)
      expect(row.filed.normalize('NFKC')).toMatch(/^\d{4}\D?\d{1,2}\D?\d{1,2}(日| 00:00:00)?$/)
    }
    expect(spelled).toBeGreaterThan(200)
    expect(rows.some(({ filed }) => filed.includes('年'))).toBe(true)
    expect(rows.some(({ filed }) => filed.includes('２'))).toBe(true)
  })

  it('are exact copies at strength 0, and keep their short fields when told', () => {
    const bare = ({ id: _, edit: __, ...row }: CorpusRow) => row
    const exact = make({ kind: 'rows', size: 200, duplicates: 0.5, strength: 0 }) as CorpusRow[]
    for (const row of exact) expect(bare(row)).toEqual(bare(exact[row.group - 1] as CorpusRow))
    const kept = make({ kind: 'rows', size: 200, duplicates: 0.5, keepFields: true }) as CorpusRow[]
    let edited = 0
    for (const row of kept) {
      const base = kept[row.group - 1] as CorpusRow
      expect({ ...bare(row), matter: '' }).toEqual({ ...bare(base), matter: '' })
      if (row.matter !== base.matter) edited++
    }
    expect(edited).toBeGreaterThan(50)
  })

  it('name nobody: numbers come from ranges that are given to no one', () => {
    for (const { edit, phone, id_number } of rows) {
      if (edit) continue
      if (phone !== null) expect(phone).toMatch(/^12\d{9}$/)
      if (id_number !== null) expect(id_number).toMatch(/^99\d{15}[\dX]$/)
    }
  })
})

describe('presets', () => {
  it('have the counts of the papers', () => {
    for (const [name, topics, each, noise] of [
      ['zhang2020', 5, 500, 10_000],
      ['wang2019', 5, 1000, 25_000],
    ] as const) {
      const corpus = createCorpus({ ...PRESETS[name], kind: 'petitions', length: 1 })
      expect(corpus.size).toBe(topics * each + noise)
      expect(corpus.groups).toBe(topics)
      const groups = new Map<number, CorpusDocument[]>()
      for (const record of corpus.records()) groups.set(record.group, [...(groups.get(record.group) ?? []), record])
      const large = [...groups.values()].filter(({ length }) => length > 1)
      expect(large.map(({ length }) => length)).toEqual(Array(topics).fill(each))
      expect(groups.size - large.length).toBe(noise)
      expect(new Set(large.map(([first]) => first?.topic))).toEqual(new Set(PRESETS[name].topics))
      const noiseTopics = [...groups.values()].filter(({ length }) => length === 1).map(([only]) => only?.topic)
      for (const topic of PRESETS[name].topics) expect(noiseTopics).not.toContain(topic)
      expect(new Set(noiseTopics).size).toBe(200)
    }
  })

  it('of li2015 are many groups of two to five rows on each topic, whose short fields stay', () => {
    const rows = make({ ...PRESETS.li2015, length: 1 }) as CorpusRow[]
    expect(rows).toHaveLength(3 * 300 + 15_000)
    const groups = new Map<number, CorpusRow[]>()
    for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row])
    const large = [...groups.values()].filter(({ length }) => length > 1)
    const similar = large.flat().length
    expect(similar).toBeGreaterThan(890)
    expect(similar).toBeLessThanOrEqual(900)
    expect(new Set(large.map(({ length }) => length))).toEqual(new Set([2, 3, 4, 5]))
    for (const members of large) {
      const { matter: _, id: __, edit: ___, ...first } = members[0] as CorpusRow
      for (const { matter: _, id: __, edit: ___, ...other } of members) expect(other).toEqual(first)
    }
  })

  it('run topic by topic as the papers did', () => {
    const shape = (name: keyof typeof PRESETS, size?: number) =>
      topicCorpora(name, scaleCorpus(PRESETS[name], { size })).map(({ topics, size: all, noise }) => [topics, all, noise])
    expect(shape('wang2019')).toEqual(PRESETS.wang2019.topics.map((topic) => [[topic], 6000, 5000]))
    expect(shape('zhang2020')).toEqual(PRESETS.zhang2020.topics.map((topic) => [[topic], 10_500, 10_000]))
    expect(shape('li2015')).toEqual(PRESETS.li2015.topics.map((topic) => [[topic], 5300, 5000]))
    expect(shape('wang2019', 600)[0]).toEqual([['internet'], 120, 100])
  })

  it('take groups of a range at any size without running out of bases', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 3000 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 0, max: 5 }),
        (size, least, more) => {
          for (const name of ['zhang2020', 'wang2019', 'li2015'] as const)
            expect(createCorpus(scaleCorpus(PRESETS[name], { size, groupSize: [least, least + more] })).size).toBe(size)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('options', () => {
  it('that make no sense are refused with their name', () => {
    const refused: [Record<string, unknown>, string, string][] = [
      [{ kind: 'poems' }, 'OPTION_VALUE', 'kind'],
      [{ size: -1 }, 'OPTION_VALUE', 'size'],
      [{ size: 1.5 }, 'OPTION_VALUE', 'size'],
      [{ seed: -1 }, 'OPTION_VALUE', 'seed'],
      [{ duplicates: 1.1 }, 'OPTION_VALUE', 'duplicates'],
      [{ topics: ['cooking'] }, 'OPTION_VALUE', 'topics'],
      [{ topics: 0 }, 'OPTION_VALUE', 'topics'],
      [{ edits: [] }, 'OPTION_VALUE', 'edits'],
      [{ edits: ['toString'] }, 'OPTION_VALUE', 'edits'],
      [{ strength: [0.5, 0.2] }, 'OPTION_VALUE', 'strength'],
      [{ groupSize: 1 }, 'OPTION_VALUE', 'groupSize'],
      [{ length: 0 }, 'OPTION_VALUE', 'length'],
      [{ noise: 11 }, 'OPTION_CONFLICT', 'noise'],
      [{ noiseTopics: 0 }, 'OPTION_VALUE', 'noiseTopics'],
      [{ keepFields: 1 }, 'OPTION_VALUE', 'keepFields'],
      [{ duplicates: 0.9, groupSize: 2 }, 'OPTION_CONFLICT', 'groupSize'],
      [{ colour: 'red' }, 'OPTION_UNKNOWN', 'colour'],
    ]
    for (const [options, code, name] of refused)
      expect(
        () => createCorpus({ kind: 'rows', size: 10, ...options } as CorpusOptions & { kind: 'rows' }),
        JSON.stringify(options),
      ).toThrow(expect.objectContaining({ code, message: expect.stringContaining(name) }))
  })

  it('name how many documents there are, and one beyond them is refused', () => {
    for (const ordinal of [10, -1, 0.5])
      expect(() => createCorpus({ kind: 'rows', size: 10 }).at(ordinal)).toThrow(expect.objectContaining({ code: 'OPTION_VALUE' }))
  })

  it('at their ends still work', () => {
    expect(make({ kind: 'rows', size: 0 })).toEqual([])
    expect(make({ kind: 'petitions', size: 1, duplicates: 1 })).toHaveLength(1)
    const one = make({ kind: 'petitions', size: 50, duplicates: 1 })
    expect(new Set(one.map(({ group }) => group)).size).toBe(1)
    const copies = make({ kind: 'articles_en', size: 40, strength: 0 })
    for (const record of copies) {
      expect(textOf(record)).toBe(textOf(copies[record.group - 1] as CorpusDocument))
      if (record.edit) expect(record.edit.strength).toBe(0)
    }
  })
})
