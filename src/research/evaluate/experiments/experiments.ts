/** The shelf: every experiment by its name. */
import type { Experiment } from './experiment.js'
import { intro } from './intro.js'
import { li2015 } from './li2015.js'
import { wang2019 } from './wang2019.js'
import { zhang2020 } from './zhang2020.js'

export const EXPERIMENTS: ReadonlyMap<string, Experiment> = new Map([zhang2020, wang2019, li2015, intro].map((one) => [one.name, one]))
