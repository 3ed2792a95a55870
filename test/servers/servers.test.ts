/**
 * The servers of the tests: does each start, hold what it is given, and keep strangers out?
 *
 * Oracle   what was written comes back.
 */
import { Cluster, Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { expect, it } from 'vitest'
import { describeWith } from '../support/servers.js'

await describeWith('postgres', 'PostgreSQL', (url) => {
  it('answers in UTF-8', async () => {
    const client = new pg.Client(url)
    await client.connect()
    expect((await client.query(`SELECT '雷同😀' AS text, current_setting('server_encoding') AS encoding`)).rows).toEqual([
      { text: '雷同😀', encoding: 'UTF8' },
    ])
    await client.end()
  })
})

await describeWith('mysql', 'MySQL', (url) => {
  it('answers in UTF-8', async () => {
    const client = await mysql.createConnection({ uri: url, charset: 'utf8mb4' })
    expect((await client.query(`SELECT '雷同😀' AS text`))[0]).toEqual([{ text: '雷同😀' }])
    await client.end()
  })
})

await describeWith('redis', 'Redis', (url) => {
  it('holds what it is given', async () => {
    const client = new Redis(url)
    await client.set('leitong:test:雷', '同')
    expect(await client.getdel('leitong:test:雷')).toBe('同')
    client.disconnect()
  })
})

await describeWith('redisCluster', 'Redis Cluster', (url) => {
  it('spreads keys over its masters', async () => {
    const client = new Cluster([url])
    const keys = Array.from({ length: 30 }, (_, i) => `leitong:test:${i}`)
    for (const key of keys) await client.set(key, key)
    expect(await Promise.all(keys.map((key) => client.getdel(key)))).toEqual(keys)
    expect(client.nodes('master').length).toBeGreaterThan(1)
    client.disconnect()
  })
})

await describeWith('mongodb', 'MongoDB', (url) => {
  it('holds what it is given', async () => {
    const client = await new MongoClient(url).connect()
    const items = client.db().collection<{ _id: string; text: string }>('leitong_servers_test')
    await items.insertOne({ _id: '雷', text: '同' })
    expect(await items.findOneAndDelete({ _id: '雷' })).toEqual({ _id: '雷', text: '同' })
    await client.close()
  })
})

await describeWith('mongodbSharded', 'MongoDB, sharded', (url) => {
  it('spreads a collection over its shards', async () => {
    const client = await new MongoClient(url).connect()
    const { databaseName } = client.db()
    await client.db('admin').command({ shardCollection: `${databaseName}.leitong_servers_test`, key: { _id: 'hashed' } })
    const items = client.db().collection<{ _id: number }>('leitong_servers_test')
    await items.insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id })))
    const { shards } = await client.db().command({ collStats: 'leitong_servers_test' })
    const counts = Object.values(shards as Record<string, { count: number }>).map(({ count }) => count)
    expect(counts.length).toBe(2)
    expect(counts.every((count) => count > 0)).toBe(true)
    await items.drop()
    await client.close()
  })
})
