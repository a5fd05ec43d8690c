// SPDX-License-Identifier: Apache-2.0
// An issuer of people, by HTTPS: its discovery document, its keys, and a login for whoever asks by a browser.
// It takes audit logs, too. It prints "ready".
// usage: issuer-program.ts FOLDER, in which openIssuer has put its files
import { TokenSigner } from '@strata/user-cluster/token-signer';
import { createHash, createPrivateKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { client, issuerFiles, redirects } from './issuer-files.ts';

const [folder = ''] = process.argv.slice(2);
const files = issuerFiles(folder);
const url = readFileSync(files.url, 'utf8');
const signer = new TokenSigner(url, createPrivateKey(readFileSync(files.signingKey)));
const documents = signer.documents({
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

interface Login {
  readonly nonce: string;
  readonly scopes: readonly string[];
  /** Hash of a secret by which the client shows that it has begun the login: it has no other. */
  readonly challenge: string;
}

/** Logins that have begun, by their codes. */
const logins = new Map<string, Login>();

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Sends the browser back with a code, as after a login, if the client and where it leads are known. */
function authorize(query: URLSearchParams, response: ServerResponse): void {
  const redirect = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== client || !redirects.includes(redirect)) {
    json(response, 400, { error: 'unauthorized_client', redirect });
    return;
  }
  const code = randomUUID();
  logins.set(code, {
    nonce: query.get('nonce') ?? '',
    scopes: (query.get('scope') ?? '').split(' '),
    challenge: query.get('code_challenge') ?? '',
  });
  const back = new URLSearchParams({ code, state: query.get('state') ?? '' });
  response.writeHead(302, { location: `${redirect}?${back.toString()}` }).end();
}

/** Gives a token for a code, once. Without the scope `groups` it names no groups. */
async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const code = form.get('code') ?? '';
  const login = logins.get(code);
  logins.delete(code);
  const proof = createHash('sha256').update(form.get('code_verifier') ?? '');
  if (login === undefined || proof.digest('base64url') !== login.challenge) {
    json(response, 400, { error: 'invalid_grant' });
    return;
  }
  const groups = login.scopes.includes('groups') ? { groups: ['team-shop'] } : {};
  const idToken = await signer.token({ aud: client, nonce: login.nonce, ...groups });
  json(response, 200, { access_token: 'none', token_type: 'Bearer', id_token: idToken });
}

/** Takes records of an audit log. */
async function record(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { items } = JSON.parse(await text(request)) as { readonly items: readonly object[] };
  for (const item of items) appendFileSync(files.records, `${JSON.stringify(item)}\n`);
  json(response, 200, {});
}

const tls = { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
const server = createServer(tls, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', url);
  const document = documents[pathname];
  if (pathname === '/authorize') authorize(searchParams, response);
  else if (pathname === '/token') void exchange(request, response);
  else if (pathname === '/audit') void record(request, response);
  else json(response, document === undefined ? 404 : 200, document ?? {});
});
const { hostname, port } = new URL(url);
server.listen(Number(port), hostname);
await once(server, 'listening');
console.log('ready');
