// Stores an application together with the e-mail to the clinic: both or none.
// What needs no lock is read before the transaction, which is only as long as its two inserts.

onRecordCreateExecute((e) => {
  const outside = e.app
  const job = outside.findRecordById('jobs', e.record.getString('job'))
  const owner = outside.findRecordById('members', job.getString('owner'))
  const email = new Record(outside.findCachedCollectionByNameOrId('emails'), {
    template: 'jobs/application_received',
    recipient: owner.email(),
    recipientId: owner.id,
    subscription: 'application_received',
    facts: {
      job: job.getString('roleNeeded'),
      applicant: e.record.getString('firstName') + ' ' + e.record.getString('lastName')
    },
    state: 'queued',
    attempts: 0,
    dueAt: new DateTime()
  })
  e.record.set('status', 'submitted')
  outside.runInTransaction((inside) => {
    e.app = inside
    e.next()
    inside.save(email)
  })
  e.app = outside
}, 'applications')
