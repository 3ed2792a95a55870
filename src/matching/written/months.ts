/** Months by their names in the languages of Western Europe, accents aside. */

const NAMES: readonly string[] = [
  'january januar janner janvier enero ene gennaio januari janeiro',
  'february februar feber fevrier febrero febbraio februari fevereiro',
  'march marz mars marzo maart mrt marco',
  'april avril abril aprile',
  'may mai mayo maggio mei maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august aout agosto augustus',
  'september septembre septiembre setiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dicembre dezembro',
]
const MONTHS = NAMES.map((names) => names.split(' '))

/** Letters that a short name has at least. */
const LEAST = 3

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The number of a month from 1, by its name or the beginning of it; 0 for what names none, or could name several, as French `jui`.
 *
 * @example monthNamed('März') // 3
 */
export function monthNamed(name: string): number {
  const start = plain(name)
  if (start.length < LEAST) return 0
  const found = MONTHS.flatMap((names, month) => (names.some((full) => full.startsWith(start)) ? [month + 1] : []))
  return found.length === 1 ? (found[0] as number) : 0
}
