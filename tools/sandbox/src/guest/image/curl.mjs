// SPDX-License-Identifier: Apache-2.0
// The part of curl that the node's own scripts use: one GET, or one POST with --data, with curl's
// exit codes for failures.
// See https://curl.se/docs/manpage.html, EXIT CODES.
import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';

const exitCodes = { ENOTFOUND: 6, EAI_AGAIN: 6, ECONNREFUSED: 7, EHOSTUNREACH: 7, ENETUNREACH: 7 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fail: { type: 'boolean', short: 'f' },
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    location: { type: 'boolean', short: 'L' },
    insecure: { type: 'boolean', short: 'k' },
    cacert: { type: 'string' },
    cert: { type: 'string', short: 'E' },
    key: { type: 'string' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    'max-time': { type: 'string', short: 'm' },
    'connect-timeout': { type: 'string' },
    retry: { type: 'string' },
    'retry-delay': { type: 'string' },
    'write-out': { type: 'string', short: 'w' },
    output: { type: 'string', short: 'o' },
  },
});

function stop(code, message) {
  if (!values.silent || values['show-error']) process.stderr.write(`curl: (${code}) ${message}\n`);
  process.exit(code);
}

function receive(response, redirects) {
  const status = response.statusCode;
  if (values.location && response.headers.location !== undefined && redirects > 0) {
    response.resume();
    fetchUrl(new URL(response.headers.location, response.url), redirects - 1);
    return;
  }
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => {
    if (values.fail && status >= 400) stop(22, `The requested URL returned error: ${status}`);
    const body = Buffer.concat(chunks);
    if (values.output === undefined) process.stdout.write(body);
    else writeFileSync(values.output, body);
    if (values['write-out'] !== undefined) {
      process.stdout.write(
        values['write-out'].replaceAll('%{http_code}', `${status}`).replaceAll('\\n', '\n'),
      );
    }
  });
}

function fetchUrl(url, redirects) {
  const file = (name) => (values[name] === undefined ? undefined : readFileSync(values[name]));
  const { data } = values;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const options = {
    method: data === undefined ? 'GET' : 'POST',
    headers: {
      ...(data !== undefined && form),
      ...Object.fromEntries((values.header ?? []).map((text) => text.split(/:\s*/, 2))),
    },
    ...(url.protocol === 'https:' && {
      rejectUnauthorized: !values.insecure,
      ca: file('cacert'),
      cert: file('cert'),
      key: file('key'),
    }),
  };
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const call = request(url, options, (response) => receive(response, redirects));
  call.on('error', (error) => {
    const certificate = /certificate|CERT|altname/i.test(`${error.code} ${error.message}`);
    stop(exitCodes[error.code] ?? (certificate ? 60 : 56), error.message);
  });
  call.end(data);
}

const [url] = positionals;
if (url === undefined) stop(2, 'no URL specified');
const limit = Number(values['max-time'] ?? values['connect-timeout'] ?? 300);
setTimeout(() => stop(28, `Operation timed out after ${limit} s`), limit * 1000).unref();
fetchUrl(new URL(url), 50);
