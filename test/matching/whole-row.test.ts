/**
 * matching/whole-row and similarity-chance: what whole rows have in common, and what the rank of a pair says.
 *
 * Oracle   cosines of weighted counts in plain Maps, pieces as texts; best partners found by looking at all pairs.
 * Covers   symmetry, 1 for equal rows, no look at the order of columns; rarities as bytes and as text; keys of rare pieces; models that look at
 *          whole rows, from a file too; two tables that no model tells apart; a joined pair is each other's best or very alike.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RowJudge, WHOLE_ROW } from '../../src/matching/judge.js'
import { planMatching } from '../../src/matching/matching.js'
import { modelFromJson } from '../../src/matching/model/model.js'
import { modelToJson } from '../../src/matching/model/model-json.js'
import { leastUnranked, ranked } from '../../src/matching/rivals/ranked.js'
import { Draws } from '../../src/matching/sampling.js'
import { chanceOf } from '../../src/matching/similarity-chance.js'
import { pieceRarities, rarestPieces, raritiesFromText, raritiesToText, WholeRows } from '../../src/matching/whole-row.js'
import { edgesOf, pack } from './tables.js'

const piecesOf = (values: readonly (string | null)[]) => {
  const counts = new Map<string, number>()
  for (const value of values)
    for (const word of (value ?? '').split(' ').filter(Boolean)) {
      const padded = ` ${word} `
      for (let at = 0; at + 3 <= padded.length; at++) {
        const piece = padded.slice(at, at + 3)
        counts.set(piece, (counts.get(piece) ?? 0) + 1)
      }
    }
  return counts
}

function cosines(rows: readonly (readonly (string | null)[])[]) {
  const counts = rows.map(piecesOf)
  const held = new Map<string, number>()
  for (const own of counts) for (const piece of own.keys()) held.set(piece, (held.get(piece) ?? 0) + 1)
  const vectors = counts.map(
    (own) =>
      new Map(
        [...own].map(([piece, times]) => {
          const rarity = 1 + Math.log((1 + rows.length) / (1 + (held.get(piece) as number)))
          return [piece, (1 + Math.log(times)) * rarity]
        }),
      ),
  )
  const length = (vector: Map<string, number>) => Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight ** 2, 0)) || 1
  return (a: number, b: number) => {
    const [left, right] = [vectors[a] as Map<string, number>, vectors[b] as Map<string, number>]
    return [...left].reduce((sum, [piece, weight]) => sum + weight * (right.get(piece) ?? 0), 0) / length(left) / length(right)
  }
}

const value = fc.option(
  fc
    .array(fc.constantFrom('ab', 'abc', 'kettle', 'kettles', '12', 'x', '红茶壶', 'white'), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' ')),
)
const table = fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 12 })
const fieldsOf = (rows: readonly (readonly (string | null)[])[], order: readonly number[] = [0, 1]) =>
  pack(Object.fromEntries(order.map((at) => [`column ${at}`, { kind: 'text' as const, values: rows.map((row) => row[at] ?? null) }])))

it('is the cosine of pieces of three characters, whatever column they stand in', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const fields = fieldsOf(rows)
      const whole = new WholeRows(fields, pieceRarities(fields))
      const turned = fieldsOf(rows, [1, 0])
      const other = new WholeRows(turned, pieceRarities(turned))
      const expected = cosines(rows)
      for (let a = 0; a < rows.length; a++)
        for (let b = 0; b < rows.length; b++) {
          // A rarity is kept to a sixteenth, and few pieces share a hash.
          expect(Math.abs(whole.similarity(a, b) - expected(a, b))).toBeLessThan(0.03)
          expect(whole.similarity(a, b)).toBe(whole.similarity(b, a))
          expect(whole.similarity(a, b)).toBeCloseTo(other.similarity(a, b), 6)
        }
    }),
    { numRuns: 60 },
  )
})

it('keeps rarities as text, and refuses what is none', () => {
  const rarities = Uint8Array.from({ length: 1 << 16 }, (_, hash) => hash % 251)
  expect(raritiesFromText(raritiesToText(rarities))).toEqual(rarities)
  expect(() => raritiesFromText('AAAA')).toThrow()
  expect(() => raritiesFromText('no base64 at all!')).toThrow()
})

it('takes the rarest pieces of a row for keys', () => {
  const rows = [['white kettle zq9'], ['white kettle'], ['white cup'], ['white kettle zq9']]
  const fields = pack({ name: { kind: 'text', values: rows.map(([name]) => name as string) } })
  const keys = rarestPieces(fields, pieceRarities(fields), 3)
  const of = (row: number) => [...keys.subarray(3 * row, 3 * row + 3)].filter(Boolean)
  expect(of(0)).toHaveLength(3)
  expect(of(0)).toEqual(of(3))
  expect(of(0).some((key) => of(1).includes(key))).toBe(false)
  expect(of(2).some((key) => of(1).includes(key))).toBe(false)
})

/** Two shops that describe the same things in other words: the name of one stands in the description of the other. */
function shops(count: number) {
  const draws = new Draws(7)
  const word = () => Array.from({ length: 5 }, () => String.fromCharCode(97 + draws.below(26))).join('')
  const common = Array.from({ length: 40 }, word)
  const filler = (words: number) => Array.from({ length: words }, () => common[draws.below(common.length)]).join(' ')
  const things = Array.from({ length: count }, () => ({
    name: `${word()} ${word()}`,
    code: `${word().slice(0, 2)}${1000 + draws.below(9000)}`,
  }))
  const order = things.map((_, i) => (7 * i + 3) % count)
  return {
    count,
    order,
    name: [...things.map(({ name, code }) => `${name} ${code}`), ...order.map(() => filler(4))],
    about: [...things.map(() => filler(6)), ...order.map((i) => `${things[i]?.name} ${things[i]?.code} ${filler(4)}`)],
    price: [...things.map(() => String(draws.below(50))), ...order.map(() => String(draws.below(50)))],
  }
}

it('compares two tables as texts where no model tells their matches from others', () => {
  const { count, order, name, about, price } = shops(307)
  const fields = pack({
    name: { kind: 'text', values: name },
    about: { kind: 'text', values: about },
    price: { kind: 'number', values: price },
  })
  const scope = { rows: 2 * count, split: count }
  const { model, doubt, plan, indexes } = planMatching(fields, scope)
  expect(doubt).toBeDefined()
  expect(model.way).toBe('text')
  expect(plan.keys.map((key) => key.name)).toEqual(['whole row: rare pieces'])
  const again = modelFromJson(modelToJson(model), 'a file')
  expect(again).toEqual(JSON.parse(JSON.stringify(model)))
  const judge = new RowJudge({ fields, weights: [1, 1, 1], least: 1, model: again })
  const found = order.filter((thing, i) => indexes.some((index) => index.holds(thing, count + i)))
  expect(found.length).toBeGreaterThan(0.98 * count)
  const edges: [number, number, number][] = []
  for (let a = 0; a < count; a++) for (let b = count; b < 2 * count; b++) edges.push([a, b, judge.score(a, b)])
  const scores = ranked(
    {
      size: edges.length,
      a: Uint32Array.from(edges, ([a]) => a),
      b: Uint32Array.from(edges, ([, b]) => b),
      chance: Float64Array.from(edges, ([, , s]) => s),
    },
    'text',
    { rows: 2 * count, split: count },
  )
  const joined = edges.filter((_, edge) => (scores.chance[edge] as number) >= 0.5)
  expect(joined.filter(([a, b]) => order[b - count] === a).length).toBeGreaterThan(0.95 * count)
  expect(joined.filter(([a, b]) => order[b - count] !== a).length).toBeLessThan(0.05 * count)
  expect(judge.contributions(0, count).at(-1)).toMatchObject({ field: WHOLE_ROW, weight: 1 })
})

it('treats two tables that write alike as one table, and two shops not', () => {
  const draws = new Draws(5)
  const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + draws.below(26))).join('')
  const people = Array.from({ length: 300 }, () => ({
    name: `${word()} ${word()}`,
    street: `${word()} ${draws.below(90)}`,
    born: 1930 + draws.below(70),
  }))
  // The second list has half of the people of the first, one in three with a slip.
  const others = people.map((person, i) => (i % 2 ? { name: `${word()} ${word()}`, street: `${word()} 7`, born: 1950 } : person))
  const rows = [...people, ...others.map((person, i) => (i % 6 ? person : { ...person, name: person.name.slice(1) }))]
  const fields = pack({
    name: { kind: 'name', values: rows.map(({ name }) => name) },
    street: { kind: 'text', values: rows.map(({ street }) => street) },
    born: { kind: 'number', values: rows.map(({ born }) => String(born)) },
  })
  expect(planMatching(fields, { rows: 600, split: 300 }).model.whole?.even).toBe(0.6)
  const { count, name, about, price } = shops(307)
  const apart = pack({
    name: { kind: 'text', values: name },
    about: { kind: 'text', values: about },
    price: { kind: 'number', values: price },
  })
  expect(planMatching(apart, { rows: 2 * count, split: count }).model.whole?.even).toBe(0.46)
})

it('joins what is each other’s best from a half on, and all others from nine tenths', () => {
  const similarity = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.array(similarity, { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 }), (rows) => {
      const pairs = rows.flatMap((own, a) => own.map((s, b) => ({ a, b: 3 + b, s })))
      const edges = {
        size: pairs.length,
        a: Uint32Array.from(pairs, ({ a }) => a),
        b: Uint32Array.from(pairs, ({ b }) => b),
        chance: Float64Array.from(pairs, ({ s }) => chanceOf(s)),
      }
      const { chance } = ranked(edges, 'fields', { rows: 7, split: 3 })
      pairs.forEach(({ a, b, s }, i) => {
        const isBest = pairs.every((other) => (other.a !== a && other.b !== b) || chanceOf(other.s) <= chanceOf(s))
        const even = isBest ? 0.5 : 0.9
        if (Math.abs(s - even) > 1e-6) expect((chance[i] as number) >= 0.5).toBe(s > even)
        if ((chance[i] as number) >= 0.02) expect(chanceOf(s)).toBeGreaterThanOrEqual(leastUnranked('fields', 0.02) * (1 - 1e-9))
      })
    }),
  )
})

it('takes the best of what is left where matches are missing, and not where the rows left over have nobody', () => {
  // 320 of 400 rows have found each other. The others are more like row 0, which has its own, than like what is theirs, if anything is.
  const joinedLeft = (hasPartner: boolean) => {
    const draws = new Draws(3)
    const share = () => draws.below(1 << 20) / (1 << 20)
    const list: [number, number, number][] = []
    for (let row = 0; row < 400; row++) {
      if (row < 320) list.push([row, 400 + row, 0.55 + 0.4 * share()])
      else {
        list.push([row, 400, 0.45 + 0.05 * share()], [0, 400 + row, 0.45 + 0.05 * share()])
        if (hasPartner) list.push([row, 400 + row, 0.35 + 0.1 * share()])
      }
      for (let i = 0; i < 10; i++) list.push([row, 400 + draws.below(400), 0.1 + 0.2 * share()])
    }
    const { chance } = ranked(edgesOf(list.map(([a, b, s]) => [a, b, chanceOf(s)])), 'text', { rows: 800, split: 400 })
    return list.filter(([a], i) => a >= 320 && (chance[i] as number) >= 0.5).map(([a, b]) => b === 400 + a)
  }
  const left = joinedLeft(true)
  expect(left.filter(Boolean).length).toBeGreaterThan(70)
  expect(left.length).toBeLessThan(90)
  expect(joinedLeft(false).length).toBeLessThan(10)
})

it('joins texts from where they stand out from their rivals, whatever rows share by chance', () => {
  for (const [chance, of] of [
    [0.1, 120],
    [0.4, 120],
    [0.4, 360],
  ] as const) {
    const draws = new Draws(of)
    const share = () => draws.below(1 << 20) / (1 << 20)
    const list: [number, number, number][] = []
    for (let row = 0; row < 400; row++) {
      if (row < of) list.push([row, 400 + row, chance + 0.2 + (0.8 - chance) * share()])
      for (let i = 0; i < 10; i++) list.push([row, 400 + draws.below(400), chance + 0.1 * share()])
    }
    const scores = ranked(edgesOf(list.map(([a, b, s]) => [a, b, chanceOf(s)])), 'text', { rows: 800, split: 400 })
    const joined = list.filter((_, i) => (scores.chance[i] as number) >= 0.5)
    const right = joined.filter(([a, b]) => b === 400 + a).length
    expect(right / of, `${of} at ${chance}`).toBeGreaterThan(0.9)
    // One bar for all would take every row or lose many of the matches; where few match it is a little too low.
    expect(right / joined.length, `${of} at ${chance}`).toBeGreaterThan(0.65)
  }
})

it('refuses a model whose word of whole rows is none', () => {
  const fields = pack({
    a: { kind: 'name', values: Array.from({ length: 60 }, (_, i) => `name${i % 40} family${i % 37}`) },
    b: { kind: 'exact', values: Array.from({ length: 60 }, (_, i) => `v${i % 11}`) },
  })
  const { model } = planMatching(fields, { rows: 60 })
  expect(model.whole).toBeDefined()
  for (const whole of [{ ...model.whole, pieces: 'AAAA' }, { ...model.whole, even: 2 }, { even: 0.5 }])
    expect(() => modelFromJson(modelToJson({ ...model, whole }), 'a file')).toThrow(/whole rows/)
})
