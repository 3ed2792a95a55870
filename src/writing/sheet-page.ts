/** A sheet as one HTML page that opens from disk: tables, charts as inline SVG, English and Chinese. */
import { type Chart, type Sheet, type Table, type Words, wordsFor } from './sheet.js'

const markup = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] as string)
/** Both languages stand in the page; a rule of style hides one. */
const say = (text: string | Words) => {
  const [en, zh] = wordsFor(text)
  return en === zh ? markup(en) : `<span lang="en">${markup(en)}</span><span lang="zh-CN">${markup(zh)}</span>`
}

const COLORS = ['#3b6fc4', '#d0762a', '#3d9a50', '#b5485d', '#7d5fb2', '#8a6d3b', '#2a9d9d', '#c25ba0', '#6b7280', '#a3a01f']
const colorOf = (i: number) => COLORS[i % COLORS.length] as string

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --faint: #777 }
:root[lang="en"] [lang="zh-CN"], :root[lang="zh-CN"] [lang="en"] { display: none }
body { font: 15px/1.5 system-ui, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif; margin: 0 auto; max-width: 78rem; padding: 1rem 1.25rem 4rem }
header { text-align: right } h1 { font-size: 1.35rem } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
button { font: inherit; padding: .2rem .6rem } p { margin: .2rem 0; color: var(--faint) }
.scroll { overflow-x: auto } table { border-collapse: collapse } th, td { border-bottom: 1px solid var(--line); padding: .25rem .7rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left } .texts th, .texts td { text-align: left; white-space: pre-wrap; vertical-align: top; overflow-wrap: anywhere; min-width: 4rem } .texts td + td { width: 48% } figure { margin: 0; max-width: 46rem }
.mark { stroke: currentColor; stroke-dasharray: 4 3 } pre { background: var(--line); padding: .5rem .8rem; overflow-x: auto }
svg { width: 100%; height: auto } svg text { font-size: 12px; fill: currentColor } .grid { stroke: var(--line) }
.key { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: .2rem 0 } .key i { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; border-radius: 2px }`

function tableHtml({ title, columns, rows, isText }: Table): string {
  const head = columns.map((words) => `<th scope="col">${say(words)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${say(cell)}</td>`).join('')}</tr>`).join('\n')
  return `<section><h2>${say(title)}</h2><div class="scroll"><table${isText ? ' class="texts"' : ''}><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div></section>`
}

/** Round values across a range, about five of them, ends included. */
export function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 5 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) as number) * power
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 320, 62, 44, 12, 16]
/** Made when first asked for: it takes longer than most of what a start loads. */
let short: Intl.NumberFormat | undefined
function shortened(value: number): string {
  short ??= new Intl.NumberFormat('en-US', { notation: 'compact' })
  return short.format(value)
}

/** Where values of an axis stand, and how its ticks read. */
interface Axis {
  readonly ticks: readonly number[]
  readonly at: (value: number) => number
  readonly label: (value: number) => string
}

function axisOf(values: readonly number[], from: number, to: number, isLogarithmic = false): Axis {
  const most = Math.max(...values)
  const powers = Array.from({ length: Math.ceil(Math.log10(Math.max(1, most))) + 1 }, (_, i) => 10 ** i)
  const ticks = isLogarithmic ? [0, ...powers] : ticksOf(Math.min(...values), most)
  const scale = isLogarithmic ? Math.log1p : (value: number) => value
  const [low, high] = [scale(ticks[0] as number), scale(ticks.at(-1) as number)]
  return {
    ticks,
    at: (value) => Number((from + ((scale(value) - low) / (high - low)) * (to - from)).toFixed(1)),
    label: (value) => (isLogarithmic ? shortened(value) : value.toLocaleString('en-US')),
  }
}

function svgText(words: Words, attributes: string): string {
  const [en, zh] = words.map(markup)
  return en === zh
    ? `<text ${attributes}>${en}</text>`
    : `<text lang="en" ${attributes}>${en}</text><text lang="zh-CN" ${attributes}>${zh}</text>`
}

type Points = Chart['series'][number]['points']

/** A line through points, which show by themselves where they are few. */
function lineHtml(name: string, points: Points, color: string, x: Axis, y: Axis): string {
  const path = points.map(([a, b]) => `${x.at(a)},${y.at(b)}`).join(' ')
  const line = points.length > 1 ? `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>` : ''
  const dot = ([a, b]: Points[number]) =>
    `<circle cx="${x.at(a)}" cy="${y.at(b)}" r="3.5" fill="${color}"><title>${name}: ${a}, ${b}</title></circle>`
  return `<g>${line}${points.length <= 30 ? points.map(dot).join('') : ''}</g>`
}

const widthOf = ([first, second]: Points) => (first && second ? second[0] - first[0] : 1)

function barsHtml(name: string, points: Points, color: string, x: Axis, y: Axis): string {
  const ground = y.at(0)
  const bars = points.map(([a, b]) => {
    const [left, right, top] = [x.at(a), x.at(a + widthOf(points)), y.at(b)]
    const size = `x="${left}" y="${top}" width="${(right - left).toFixed(1)}" height="${(ground - top).toFixed(1)}"`
    return `<rect ${size} fill="${color}"><title>${name}: ${a}, ${b}</title></rect>`
  })
  return `<g>${bars.join('')}</g>`
}

function chartHtml({ title, x: across, y: up, series, isBars = false, isLogarithmic = false, marks = [] }: Chart): string {
  const points = series.flatMap((one) => one.points)
  if (!points.length) return ''
  const ends = isBars ? series.flatMap((one) => one.points.slice(-1).map(([a]) => a + widthOf(one.points))) : []
  const x = axisOf([...points.map(([a]) => a), ...ends], LEFT, WIDTH - RIGHT)
  const y = axisOf([...points.map(([, b]) => b), ...(isBars ? [0] : [])], HEIGHT - BOTTOM, TOP, isLogarithmic)
  const grid = [
    ...x.ticks.map(
      (value) =>
        `<line class="grid" x1="${x.at(value)}" x2="${x.at(value)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text x="${x.at(value)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${x.label(value)}</text>`,
    ),
    ...y.ticks.map(
      (value) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y.at(value)}" y2="${y.at(value)}"/><text x="${LEFT - 6}" y="${y.at(value) + 4}" text-anchor="end">${y.label(value)}</text>`,
    ),
  ]
  const draw = isBars ? barsHtml : lineHtml
  const drawn = series.map(({ name, points: own }, i) => draw(markup(wordsFor(name)[0]), own, colorOf(i), x, y))
  const lines = marks.map(
    ({ at, name }, i) =>
      `<line class="mark" x1="${x.at(at)}" x2="${x.at(at)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>${svgText(name, `x="${x.at(at) + 4}" y="${TOP + 12 + 15 * i}"`)}`,
  )
  const key = series.map(({ name }, i) => `<li><i style="background:${colorOf(i)}"></i>${say(name)}</li>`).join('')
  const middle = (HEIGHT - BOTTOM) / 2
  return `<section><h2>${say(title)}</h2><figure><ul class="key">${key}</ul><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">${[...grid, ...drawn, ...lines].join('')}
${svgText(across, `x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle"`)}${svgText(up, `x="12" y="${middle}" text-anchor="middle" transform="rotate(-90 12 ${middle})"`)}</svg></figure></section>`
}

function sheetHtml({ title, notes, commands = [], tables, charts }: Sheet): string {
  const parts = [
    ...notes.map((words) => `<p>${say(words)}</p>`),
    ...commands.map((command) => `<pre><code>${markup(command)}</code></pre>`),
    ...tables.map(tableHtml),
    ...charts.map(chartHtml),
  ]
  return `<article><h1>${say(title)}</h1>\n${parts.join('\n')}\n</article>`
}

/** The whole page. */
export function sheetPage(sheets: readonly Sheet[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>leitong: ${markup(sheets[0]?.title[0] ?? '')}</title>
<style>${STYLE}</style>
</head>
<body>
<header><button id="language" type="button"><span lang="en">中文</span><span lang="zh-CN">English</span></button></header>
${sheets.map(sheetHtml).join('\n')}
<script>
const root = document.documentElement
const show = (language) => { root.lang = language }
show(navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en')
document.getElementById('language').addEventListener('click', () => show(root.lang === 'en' ? 'zh-CN' : 'en'))
</script>
</body>
</html>
`
}
