/**
 * The contract of every store: call `storeContract` with a driver and a place of its own.
 *
 * Covers   creation and its races; records there and back; numbers; candidates against brute force through random writes,
 *          with keys that split after three postings; offers that see each other; steps of removals; 64 clients at once; records that outlive their
 *          client; planted damage, and a way out of it.
 *
 * Making an index is what takes long on a server: cases that only read share one, and those that write use ids and rows of their own in it.
 */
import { afterAll, describe } from 'vitest'
import { clientCases } from './clients.js'
import { creationCases } from './creation.js'
import { damageCases } from './damage.js'
import { digestCases } from './digests.js'
import { StoreLab, type StoreSetup } from './lab.js'
import { offerCases } from './offers.js'
import { recordCases } from './records.js'
import { removalCases } from './removals.js'
import { searchCases } from './search.js'

export function storeContract(setup: StoreSetup): void {
  describe(`store ${setup.name}`, () => {
    const lab = new StoreLab(setup)
    afterAll(() => lab.end())
    describe('creation', () => creationCases(lab))
    describe('records', () => recordCases(lab))
    describe('offers', () => offerCases(lab))
    describe('digests', () => digestCases(lab))
    describe.runIf(setup.asked)('documents', () => removalCases(lab))
    describe('search', () => searchCases(lab))
    describe('several clients', () => clientCases(lab))
    describe.runIf(setup.damage)('damage', () => damageCases(lab))
  })
}
