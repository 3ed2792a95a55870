/**
 * Resources that handles share by name: made once, given back by the last.
 *
 * Oracle   a count of what was made.
 */
import { expect, it } from 'vitest'
import { SharedResources } from '../../src/stores/shared-resources.js'

const counted = () => {
  let made = 0
  return { shared: new SharedResources<number>(), make: () => ++made }
}

it('makes one for all who lease it at once, and another when the last has given it back', () => {
  const { shared, make } = counted()
  const [one, two] = [shared.lease('name', make), shared.lease('name', make)]
  expect([one.resource, two.resource]).toEqual([1, 1])
  expect(one.release()).toBe(false)
  expect(shared.get('name')).toBeDefined()
  expect(two.release()).toBe(true)
  expect(shared.get('name')).toBeUndefined()
  expect(shared.lease('name', make).resource).toBe(2)
})

it('counts a lease that is given back twice once', () => {
  const { shared, make } = counted()
  const [one, two] = [shared.lease('name', make), shared.lease('name', make)]
  expect([one.release(), one.release()]).toEqual([false, false])
  expect(shared.get('name')).toBeDefined()
  expect([two.release(), two.release()]).toEqual([true, false])
})

it('leaves a forgotten one to its holders, and the name to the next', () => {
  const { shared, make } = counted()
  const old = shared.lease('name', make)
  shared.forget('name')
  const next = shared.lease('name', make)
  expect([old.resource, next.resource]).toEqual([1, 2])
  expect(old.release()).toBe(true)
  expect(shared.get('name')).toBeDefined()
})

it('keeps nothing that could not be made', () => {
  const { shared, make } = counted()
  const fail = () => {
    throw new Error('no')
  }
  expect(() => shared.lease('name', fail)).toThrow('no')
  expect(shared.get('name')).toBeUndefined()
  expect(shared.lease('name', make).resource).toBe(1)
})

it('keeps names apart', () => {
  const { shared, make } = counted()
  const unnamed = [Symbol('unnamed'), Symbol('unnamed')] as const
  expect([shared.lease(unnamed[0], make).resource, shared.lease(unnamed[1], make).resource]).toEqual([1, 2])
})
