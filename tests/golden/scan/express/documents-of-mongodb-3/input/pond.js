const express = require('express');
const { MongoClient, ObjectID } = require('mongodb');

const pond = express();
pond.use(express.json());

MongoClient.connect(process.env.POND || 'mongodb://localhost', { useUnifiedTopology: true }, (error, client) => {
  if (error) throw error;
  const frogs = client.db('pond').collection('frogs');
  pond.get('/frogs', (request, response) => {
    frogs.find().toArray((failure, found) => {
      if (failure) return response.status(500).json({ croak: failure.message });
      response.json(found);
    });
  });
  pond.put('/frogs/:id', async (request, response) => {
    const result = await frogs.findOneAndUpdate({ _id: new ObjectID(request.params.id) }, { $set: { name: request.body.name } });
    if (!result.value) return response.status(404).json({ hidden: true });
    response.json({ frog: result.value._id });
  });
  pond.delete('/frogs/:id', (request, response, next) => {
    frogs.deleteOne({ _id: ObjectID(request.params.id) }).then((result) => response.json({ gone: result.deletedCount })).catch(next);
  });
  pond.listen(8080);
});
