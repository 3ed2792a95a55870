/** From what callers give to options that are all filled in, checked, and free of contradictions. */
import { LeitongError } from '../errors.js'
import { derive, type Given } from '../methods/derive.js'
import { checkOption } from '../options/option.js'
import type { OptionName, Options } from '../options/options.js'
import { findOf, PROFILES, profileFor } from '../options/profiles.js'
import { requireObject } from '../options/require.js'
import type { MachineDefaults } from '../options/running.js'
import { STATED, type Stated } from '../options/stated.js'
import { flagOf, isOption, nameOf, nearestName } from './names.js'
import { OPTIONS } from './table.js'

/** Values of one origin, and where it is, as messages say it. */
interface Layer {
  readonly values: Readonly<Record<string, unknown>>
  readonly where: string
}

/**
 * Checks and fills in options; later layers win.
 *
 * @param layers    from the weakest (configuration file) to the strongest (flags)
 * @param defaults  of what depends on the machine
 * @throws {LeitongError} `ARGUMENT`, `OPTION_UNKNOWN`, `OPTION_VALUE` or `OPTION_CONFLICT`
 * @example resolveOptions([{ values: { 'char-ngram': '4' }, where: 'here' }], NO_MACHINE).charNgram // 4
 */
export function resolveOptions(layers: readonly Layer[], defaults: MachineDefaults): Options {
  for (const { values } of layers) requireObject(values)
  const given: Record<string, unknown> = {}
  const profile = profileIn(layers)
  // A profile is the weakest layer of all.
  const ofProfile = { values: PROFILES[profile as keyof typeof PROFILES] ?? {}, where: `in the profile ${profile}` }
  for (const { values, where } of [ofProfile, ...layers]) {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue
      const key = nameOf(name)
      if (!isOption(key)) throw new LeitongError('OPTION_UNKNOWN', name, where, nearestName(key))
      given[key] = check(key, value)
    }
  }
  const filled: Record<string, unknown> = { ...defaults }
  for (const [name, spec] of Object.entries(OPTIONS)) if (spec.default !== undefined) filled[name] = spec.default
  const stated: Stated = { [STATED]: new Set(Object.keys(given)) }
  return Object.freeze({ ...derive({ ...filled, ...given, profile, find: findOf(profile) } as Given), ...stated })
}

const check = (name: OptionName, value: unknown) => checkOption(OPTIONS[name], flagOf(name), value)

type Profile = Options['profile']

/**
 * The profile that the strongest layer asks for, by its name or by what it finds.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` for a layer that names both, and not the same
 */
function profileIn(layers: readonly Layer[]): Profile {
  let chosen: Profile = 'none'
  for (const { values } of layers) {
    const named = values['profile'] === undefined ? undefined : (check('profile', values['profile']) as Profile)
    const wanted = values['find'] === undefined ? undefined : (check('find', values['find']) as Options['find'])
    if (named !== undefined && wanted !== undefined && named !== profileFor(wanted))
      throw new LeitongError(
        'OPTION_CONFLICT',
        `find "${wanted}" is profile "${profileFor(wanted)}", and profile "${named}" is named too: name one of the two`,
      )
    if (named !== undefined) chosen = named
    else if (wanted !== undefined) chosen = profileFor(wanted)
  }
  return chosen
}
