/**
 * The contract of every database as a source.
 *
 * Oracle   the rows the test wrote, and their features spelled out by hand.
 * Covers   values of every type and null, one spelling in all databases; odd names; composite keys; conditions and queries; a login
 *          that may only read; faults, and that the password shows nowhere; one state of the data; long texts; results.
 *
 * Cases that only read share one table.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { commandCases } from './command.js'
import { faultCases } from './faults.js'
import type { Lab, LabSetup, LabTable } from './lab.js'
import { loginCases } from './login.js'
import { petitions } from './petitions.js'
import { readingCases } from './reading.js'
import { resultCases } from './results.js'
import { tailCases } from './tail.js'
import { valueCases } from './values.js'

export function databaseContract(setup: LabSetup): void {
  let lab: Lab
  const table: LabTable = petitions()
  beforeAll(async () => {
    lab = await setup.open()
    await lab.create(table)
  })
  afterAll(() => lab.close())
  const shared = { setup, table, lab: () => lab }

  describe('values', () => valueCases(shared))
  describe('the command', () => commandCases(shared))
  describe('faults', () => faultCases(shared))
  describe.runIf(setup.can.login)('a login that may only read', () => loginCases(shared))
  describe('reading', () => readingCases(shared))
  describe('a position', () => tailCases(shared))
  describe('results', () => resultCases(shared))
}
