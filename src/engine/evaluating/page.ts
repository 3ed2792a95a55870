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
th:first-child, td:first-child { text-align: left } figure { margin: 0; max-width: 46rem }
svg { width: 100%; height: auto } svg text { font-size: 12px; fill: currentColor } .grid { stroke: var(--line) }
.key { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: .2rem 0 } .key i { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; border-radius: 2px }`

function tableHtml({ title, columns, rows }: Table): string {
  const head = columns.map((words) => `<th scope="col">${say(words)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${say(cell)}</td>`).join('')}</tr>`).join('\n')
  return `<section><h2>${say(title)}</h2><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div></section>`
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

function chartHtml({ title, x, y, series }: Chart): string {
  const points = series.flatMap((one) => one.points)
  if (!points.length) return ''
  const range = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis])
    return ticksOf(Math.min(...values), Math.max(...values))
  }
  const [xTicks, yTicks] = [range(0), range(1)]
  const place = (value: number, ticks: readonly number[], from: number, to: number) => {
    const [low, high] = [ticks[0] as number, ticks.at(-1) as number]
    return (from + ((value - low) / (high - low)) * (to - from)).toFixed(1)
  }
  const atX = (value: number) => place(value, xTicks, LEFT, WIDTH - RIGHT)
  const atY = (value: number) => place(value, yTicks, HEIGHT - BOTTOM, TOP)
  const text = (words: Words, attributes: string) =>
    words[0] === words[1]
      ? `<text ${attributes}>${markup(words[0])}</text>`
      : `<text lang="en" ${attributes}>${markup(words[0])}</text><text lang="zh-CN" ${attributes}>${markup(words[1])}</text>`
  const grid = [
    ...xTicks.map(
      (value) =>
        `<line class="grid" x1="${atX(value)}" x2="${atX(value)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text x="${atX(value)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${value.toLocaleString('en-US')}</text>`,
    ),
    ...yTicks.map(
      (value) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${atY(value)}" y2="${atY(value)}"/><text x="${LEFT - 6}" y="${Number(atY(value)) + 4}" text-anchor="end">${value.toLocaleString('en-US')}</text>`,
    ),
  ]
  const lines = series.map(({ name, points: own }, i) => {
    const color = colorOf(i)
    const path = own.map(([a, b]) => `${atX(a)},${atY(b)}`).join(' ')
    const line = own.length > 1 ? `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>` : ''
    const dots =
      own.length <= 30
        ? own
            .map(
              ([a, b]) =>
                `<circle cx="${atX(a)}" cy="${atY(b)}" r="3.5" fill="${color}"><title>${markup(wordsFor(name)[0])}: ${a}, ${b}</title></circle>`,
            )
            .join('')
        : ''
    return `<g>${line}${dots}</g>`
  })
  const key = series.map(({ name }, i) => `<li><i style="background:${colorOf(i)}"></i>${say(name)}</li>`).join('')
  return `<section><h2>${say(title)}</h2><figure><ul class="key">${key}</ul><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">${grid.join('')}${lines.join('')}
${text(x, `x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle"`)}${text(y, `x="12" y="${(HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 12 ${(HEIGHT - BOTTOM) / 2})"`)}</svg></figure></section>`
}

function sheetHtml({ title, notes, tables, charts }: Sheet): string {
  const parts = [...notes.map((words) => `<p>${say(words)}</p>`), ...tables.map(tableHtml), ...charts.map(chartHtml)]
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
