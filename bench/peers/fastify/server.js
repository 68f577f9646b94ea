// Fastify and better-sqlite3, bare: two routes, two prepared statements, answers by schema.
'use strict'

const { createRequire } = require('node:module')

const [folder, file, port] = process.argv.slice(2)
const installed = createRequire(`${folder}/package.json`)
const database = installed('better-sqlite3')(file)
const app = installed('fastify')()

const lists = ['specialty', 'secondarySpecialties', 'skills', 'tags']
const page = database.prepare('SELECT * FROM experts ORDER BY position LIMIT ? OFFSET ?')
const total = database.prepare('SELECT count(*) FROM experts').pluck()
const one = database.prepare('SELECT record FROM records WHERE id = ?').pluck()

const text = { type: ['string', 'null'] }
const texts = { type: ['array', 'null'], items: { type: 'string' } }
const group = { type: 'object', properties: { category: { type: 'string' }, items: texts } }
const card = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    firstName: text,
    lastName: text,
    avatarUrl: text,
    title: text,
    credential: text,
    specialty: texts,
    secondarySpecialties: texts,
    location: text,
    yearsExperience: { type: ['number', 'null'] },
    availability: text,
    engagementType: text,
    skills: { type: ['array', 'null'], items: group },
    tags: texts,
    verificationTier: text,
    updatedAt: text
  }
}

function shown (row) {
  for (const name of lists) row[name] = JSON.parse(row[name])
  return row
}

app.get('/experts', {
  schema: {
    querystring: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1, default: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }
      }
    },
    response: {
      200: {
        type: 'object',
        properties: { items: { type: 'array', items: card }, total: { type: 'integer' } }
      }
    }
  }
}, (request, reply) => {
  const { page: number, limit } = request.query
  reply.send({ items: page.all(limit, (number - 1) * limit).map(shown), total: total.get() })
})

app.get('/experts/:id', (request, reply) => {
  const record = one.get(request.params.id)
  if (record === undefined) return reply.code(404).send()
  reply.send(JSON.parse(record))
})

app.listen({ host: '127.0.0.1', port: Number(port) })
