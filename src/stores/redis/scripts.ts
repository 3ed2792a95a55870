/** Scripts of the server: steps that nothing else comes in between of. */

/** The answer of a script that tells one more than the number of replicas, so that 0 is left for a refusal, which is undefined here. */
export function replicasIn(answer: unknown): number | undefined {
  const number = Number(answer)
  return number ? number - 1 : undefined
}

/**
 * KEYS: seq, ids, records, order, meta, then the keys of postings. ARGV: JSON of the changes, then the binary values it points to (from 1),
 * behind each other: one argument is written and read faster than a thousand.
 * Returns 0 when something has changed since it was read, otherwise one more than the number of replicas that are connected.
 */
export const COMMIT = `
local p = cjson.decode(ARGV[1])
local function arg(i) return string.sub(ARGV[2], (p.ends[i - 1] or 0) + 1, p.ends[i]) end
local function replicas()
  local info = redis.pcall('INFO', 'replication')
  return type(info) == 'string' and tonumber(string.match(info, 'connected_slaves:(%d+)')) or 0
end
-- Without it nothing that is written here would ever be found: FLUSHALL, or an eviction, has taken the index away.
if redis.call('EXISTS', KEYS[5]) == 0 then
  return redis.error_reply('GONE the index is not there any more: its keys were removed or evicted (maxmemory-policy has to be noeviction)')
end
-- Sent twice because the first answer was lost.
if p.puts[1] and redis.call('HGET', KEYS[2], arg(p.puts[1].id)) == p.puts[1].seq then return 1 + replicas() end
for _, c in ipairs(p.ids) do
  local now = redis.call('HGET', KEYS[2], arg(c[1]))
  if (now or '') ~= c[2] then return 0 end
end
for _, c in ipairs(p.versions) do
  local now = redis.call('HGET', KEYS[5 + c[1]], 'v')
  if (now or '') ~= c[2] then return 0 end
end
for _, d in ipairs(p.drops) do
  redis.call('HDEL', KEYS[2], arg(d.id))
  redis.call('HDEL', KEYS[3], d.seq)
  redis.call('ZREM', KEYS[4], d.seq)
end
for _, u in ipairs(p.unfile) do
  if redis.call('HDEL', KEYS[5 + u[1]], u[2]) == 1 then redis.call('HINCRBY', KEYS[5 + u[1]], 'v', 1) end
end
for _, r in ipairs(p.puts) do
  redis.call('HSET', KEYS[2], arg(r.id), r.seq)
  redis.call('HSET', KEYS[3], r.seq, arg(r.record))
  redis.call('ZADD', KEYS[4], r.seq, r.seq)
end
for _, f in ipairs(p.file) do
  redis.call('HSET', KEYS[5 + f[1]], f[2], arg(f[3]))
  redis.call('HINCRBY', KEYS[5 + f[1]], 'v', 1)
end
for _, m in ipairs(p.marks) do
  redis.call('HSET', KEYS[5 + m], 's', '1')
  redis.call('HINCRBY', KEYS[5 + m], 'v', 1)
end
return 1 + replicas()
`

/**
 * KEYS: seq, ids. ARGV: hash of an id, a number, whether the id should have it ('there') or not ('gone'). Returns 0 when that is not so, and
 * otherwise as above, after a write that changes nothing: a WAIT behind it on the same connection waits for all that was written so far.
 */
export const STILL = `
if (redis.call('HGET', KEYS[2], ARGV[1]) == ARGV[2]) ~= (ARGV[3] == 'there') then return 0 end
redis.call('INCRBY', KEYS[1], 0)
local info = redis.pcall('INFO', 'replication')
return 1 + (type(info) == 'string' and tonumber(string.match(info, 'connected_slaves:(%d+)')) or 0)
`

/** KEYS: keys of postings. Returns the fields and values of each: one answer for hundreds, which take the client longer one by one. */
export const READ = `
local found = {}
for i, key in ipairs(KEYS) do found[i] = redis.call('HGETALL', key) end
return found
`

/** KEYS: keys of postings. Returns how many postings they hold, and how many of them are marked as split. */
export const COUNT = `
local postings, marks = 0, 0
for _, key in ipairs(KEYS) do
  local fields = redis.call('HLEN', key)
  local split = redis.call('HEXISTS', key, 's')
  postings = postings + fields - split - redis.call('HEXISTS', key, 'v')
  marks = marks + split
end
return {postings, marks}
`

/** KEYS: records, then keys of postings; ARGV: 1 to remove. Returns how many postings have no record. */
export const ORPHANS = `
local found = 0
for i = 2, #KEYS do
  local gone = 0
  for _, field in ipairs(redis.call('HKEYS', KEYS[i])) do
    if field ~= 'v' and field ~= 's' and redis.call('HEXISTS', KEYS[1], field) == 0 then
      gone = gone + 1
      if ARGV[1] == '1' then redis.call('HDEL', KEYS[i], field) end
    end
  end
  if gone > 0 and ARGV[1] == '1' then redis.call('HINCRBY', KEYS[i], 'v', 1) end
  found = found + gone
end
return found
`
