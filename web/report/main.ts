/** The report page: counts, histogram, and groups with their differences, from the data embedded in the page. */
import { passages } from '../../src/comparing/passages.js'
import type { ReportData, ReportGroup, ReportMember, ReportMembers } from './data.js'
import { type Language, translate, type Word } from './words.js'

const PER_PAGE = 100

/** Base64 of gzipped JSON in a script element. */
async function unpack<Value>(id: string): Promise<Value> {
  const base64 = document.getElementById(id)?.textContent ?? ''
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return JSON.parse(await new Response(stream).text()) as Value
}

type Child = Node | string
function element(tag: string, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

const blocks = new Map<number, Promise<readonly ReportMembers[]>>()
function membersOf(data: ReportData, group: number): Promise<ReportMembers> {
  const number = Math.floor(group / data.perBlock)
  let block = blocks.get(number)
  if (!block) {
    block = unpack<readonly ReportMembers[]>(`block-${number}`)
    blocks.set(number, block)
  }
  return block.then((found) => found[group % data.perBlock] as ReportMembers)
}

const score = (value: number | null) => (value === null ? '–' : value === 1 ? '1' : value.toFixed(3))
const plainId = (id: string) => {
  const value: unknown = JSON.parse(id)
  return typeof value === 'string' ? value : id
}

type Sort = 'bySize' | 'byScore' | 'byOrder'

class Page {
  readonly #data: ReportData
  readonly #root: HTMLElement
  #language: Language = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
  #sort: Sort = 'bySize'
  #query = ''
  #page = 0
  #list = element('div')

  constructor(data: ReportData, root: HTMLElement) {
    this.#data = data
    this.#root = root
  }

  #say(word: Word): string {
    return translate(this.#language)(word)
  }

  draw(): void {
    document.documentElement.lang = this.#language === 'zh' ? 'zh-CN' : 'en'
    document.title = `leitong: ${this.#say('title')}`
    this.#list = element('div')
    this.#root.replaceChildren(this.#header(), this.#counts(), this.#how(), this.#histogram(), this.#tools(), this.#list)
    this.#drawList()
  }

  #header(): HTMLElement {
    const button = element('button', { id: 'language' }, this.#language === 'en' ? '中文' : 'English')
    button.addEventListener('click', () => {
      this.#language = this.#language === 'en' ? 'zh' : 'en'
      this.draw()
    })
    return element('header', {}, element('h1', {}, this.#say('title')), button)
  }

  #counts(): HTMLElement {
    const { summary } = this.#data
    const item = (word: Word, value: number) =>
      element('li', { 'data-count': word }, element('b', {}, value.toLocaleString()), element('span', {}, this.#say(word)))
    return element(
      'ul',
      { class: 'counts' },
      item('documents', summary.documents),
      item('kept', summary.kept),
      item('removed', summary.removed),
      item('groups', summary.groups),
      item('rejects', summary.rejects),
      item('seconds', summary.seconds.total),
    )
  }

  #how(): HTMLElement {
    const { signature, plan, options, version } = this.#data.summary
    const rows = Object.entries({ version, signature, plan, ...options }).map(([name, value]) =>
      element('tr', {}, element('td', {}, name), element('td', {}, typeof value === 'string' ? value : JSON.stringify(value))),
    )
    return element('details', {}, element('summary', {}, this.#say('options')), element('table', {}, ...rows))
  }

  #histogram(): HTMLElement {
    const { by, from, counts } = this.#data.histogram
    const most = Math.max(1, ...counts)
    const svg = 'http://www.w3.org/2000/svg'
    const chart = document.createElementNS(svg, 'svg')
    chart.setAttribute('viewBox', `0 -16 ${counts.length * 40} 148`)
    chart.setAttribute('role', 'img')
    const put = (tag: string, attributes: Record<string, number | string>, text = '') => {
      const made = document.createElementNS(svg, tag)
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
      made.textContent = text
      chart.append(made)
      return made
    }
    counts.forEach((count, i) => {
      const low = by === 'distance' ? i : from + ((1 - from) * i) / counts.length
      const height = (100 * count) / most
      const label = by === 'distance' ? String(low) : low.toFixed(2)
      const bar = put('rect', { x: i * 40 + 3, y: 110 - height, width: 34, height: Math.max(height, count ? 1 : 0) })
      const title = document.createElementNS(svg, 'title')
      title.textContent = `${label}: ${count.toLocaleString()}`
      bar.append(title)
      put('text', { x: i * 40 + 20, y: 125, 'text-anchor': 'middle' }, label)
      if (count) put('text', { x: i * 40 + 20, y: 106 - height, 'text-anchor': 'middle' }, count.toLocaleString())
    })
    return element(
      'figure',
      {},
      element('figcaption', { class: 'faint' }, this.#say(by === 'distance' ? 'histogramDistance' : 'histogram')),
      chart,
    )
  }

  #tools(): HTMLElement {
    const input = element('input', {
      type: 'search',
      id: 'search',
      placeholder: this.#say('search'),
      'aria-label': this.#say('search'),
      value: this.#query,
    }) as HTMLInputElement
    input.addEventListener('input', () => {
      this.#query = input.value
      this.#page = 0
      this.#drawList()
    })
    const select = element('select', { id: 'sort', 'aria-label': this.#say('sort') }) as HTMLSelectElement
    for (const sort of ['bySize', 'byScore', 'byOrder'] as const)
      select.append(element('option', { value: sort, ...(sort === this.#sort ? { selected: '' } : {}) }, this.#say(sort)))
    select.addEventListener('change', () => {
      this.#sort = select.value as Sort
      this.#page = 0
      this.#drawList()
    })
    return element('nav', {}, input, select)
  }

  #found(): number[] {
    const { groups } = this.#data
    const query = this.#query.trim().toLowerCase()
    const numbers = groups.flatMap((group, i) =>
      !query || group.id.toLowerCase().includes(query) || group.title.toLowerCase().includes(query) ? [i] : [],
    )
    const group = (i: number) => groups[i] as ReportGroup
    if (this.#sort === 'bySize') numbers.sort((a, b) => group(b).size - group(a).size || a - b)
    if (this.#sort === 'byScore') numbers.sort((a, b) => (group(a).low ?? 1) - (group(b).low ?? 1) || a - b)
    return numbers
  }

  #drawList(): void {
    const found = this.#found()
    if (!found.length) {
      this.#list.replaceChildren(element('p', { class: 'empty' }, this.#say(this.#data.groups.length ? 'none' : 'noGroups')))
      return
    }
    const pages = Math.ceil(found.length / PER_PAGE)
    const shown = found.slice(this.#page * PER_PAGE, (this.#page + 1) * PER_PAGE)
    const list = element('ol', { class: 'groups' }, ...shown.map((number) => this.#group(number)))
    this.#list.replaceChildren(list, this.#pager(pages))
  }

  #pager(pages: number): HTMLElement {
    const go = (step: number, word: Word) => {
      const button = element('button', this.#page + step < 0 || this.#page + step >= pages ? { disabled: '' } : {}, this.#say(word))
      button.addEventListener('click', () => {
        this.#page += step
        this.#drawList()
        this.#list.scrollIntoView()
      })
      return button
    }
    return element(
      'div',
      { class: 'pager' },
      go(-1, 'previous'),
      element('span', {}, `${this.#say('page')} ${this.#page + 1} / ${pages}`),
      go(1, 'next'),
    )
  }

  #group(number: number): HTMLElement {
    const { size, id, title, low, high } = this.#data.groups[number] as ReportGroup
    const range = low === high ? score(low) : `${score(low)} – ${score(high)}`
    const head = element(
      'button',
      { class: 'head', 'aria-expanded': 'false' },
      element('span', { class: 'size' }, `${size} ×`),
      element('span', {}, range),
      element('span', {}, plainId(id)),
      element('span', { class: 'faint' }, title),
    )
    const item = element('li', {}, head)
    head.addEventListener('click', async () => {
      const open = head.getAttribute('aria-expanded') !== 'true'
      head.setAttribute('aria-expanded', String(open))
      if (!open) item.querySelector('.body')?.remove()
      else item.append(this.#members(await membersOf(this.#data, number), size))
    })
    return item
  }

  #members(members: ReportMembers, size: number): HTMLElement {
    const [kept] = members
    const shown = members.map((member, i) => this.#member(member, i === 0 ? undefined : kept))
    const more =
      size > members.length ? [element('p', { class: 'faint' }, `${(size - members.length).toLocaleString()} ${this.#say('more')}`)] : []
    return element('div', { class: 'body' }, element('p', { class: 'faint' }, this.#say('legend')), ...shown, ...more)
  }

  #member(member: ReportMember, kept: ReportMember | undefined): HTMLElement {
    const { id, title, similarity, distance, text, cut } = member
    const scores = kept
      ? [
          similarity === null ? '' : `${this.#say('similarity')} ${score(similarity)}`,
          distance === null ? '' : `${distance} ${this.#say('distance')}`,
        ]
          .filter(Boolean)
          .join(', ')
      : this.#say('keptBadge')
    const head = element(
      'h3',
      {},
      element('span', { class: 'id' }, title ? `${plainId(id)} · ${title}` : plainId(id)),
      element('span', {}, scores),
    )
    const body = element('p')
    if (text === undefined) body.append(element('span', { class: 'faint' }, this.#say('noText')))
    else if (kept?.text === text) body.append(element('span', { class: 'faint' }, this.#say('equal')))
    else if (kept?.text === undefined) body.append(text)
    else this.#differences(body, kept.text, text)
    if (cut) body.append(element('span', { class: 'faint' }, this.#say('cut')))
    return element('article', { class: 'member' }, head, body)
  }

  #differences(body: HTMLElement, left: string, right: string): void {
    const around = 80
    const found = passages(left, right)
    found.forEach(({ kind, left: before, right: after }, i) => {
      if (kind === 'changed') {
        if (before) body.append(element('del', {}, before))
        if (after) body.append(element('ins', {}, after))
        return
      }
      const [head, tail] = [i === 0 ? 0 : around, i === found.length - 1 ? 0 : around]
      if (after.length <= head + tail + 40) {
        body.append(after)
        return
      }
      // A long stretch without changes opens on a click.
      const gap = element('button', { class: 'gap' }, `[… ${after.length - head - tail} ${this.#say('unchanged')} …]`)
      const middle = after.slice(head, after.length - tail)
      gap.addEventListener('click', () => gap.replaceWith(middle))
      body.append(after.slice(0, head), gap, after.slice(after.length - tail))
    })
  }
}

const root = document.getElementById('app') as HTMLElement
unpack<ReportData>('data').then((data) => {
  new Page(data, root).draw()
  root.dataset['ready'] = 'true'
})
