// SPDX-License-Identifier: Apache-2.0
// A program that answers scrapes on port 9100 of a VM, as node-exporter of a tenant would who
// changed it. It prints "ready", then a line for each scrape.
// usage: answer-scrapes.ts <name of an answer>
import { once } from 'node:events';
import { createServer } from 'node:http';
import { answers, type AnswerName } from './answers.ts';

const name = process.argv[2] as AnswerName;
const server = createServer((request, response) => {
  console.log(`${request.url} ${name}`);
  response.setHeader('content-type', 'text/plain; version=0.0.4');
  response.end(answers[name]);
});
server.listen({ host: '::', port: 9100 });
await once(server, 'listening');
console.log('ready');
