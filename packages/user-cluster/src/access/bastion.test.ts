// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { freePort } from '@strata/testing';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { testContext } from '../test-context.ts';
import { knownHost } from './index.ts';
import { renderSettings } from './render-bastion.ts';

/**
 * Tests the bastion's settings under a real sshd, as an ordinary user. The sandbox has no sshd to run:
 * its bastion is a pod that does nothing. Where the machine has no sshd either, these tests are skipped.
 */
const sshd = process.env.STRATA_SSHD ?? '/usr/sbin/sshd';
const realTest = existsSync(sshd) ? test : test.skip;

/**
 * As root, sshd would be another program: it would change its user. Not nobody, whose account some
 * systems show everybody as locked.
 */
const user =
  userInfo().uid === 0
    ? { name: 'daemon', uid: 1, gid: 1 }
    : { name: userInfo().username, uid: userInfo().uid, gid: userInfo().gid };

let dir = '';
const at = (name: string) => join(dir, name);
const servers: Server[] = [];
let daemon: ChildProcess | undefined;
let port = 0;
let machine = 0;
let other = 0;

/** Starts a server that sends a word to each client and closes the connection. Returns its port. */
async function listen(word: string): Promise<number> {
  const server = createServer((socket) => socket.end(word)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Puts other places into a text that must name the usual ones. */
function moved(before: string, places: Readonly<Record<string, string>>): string {
  return Object.entries(places).reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`there is no "${from}" in the settings`);
    return whole.replaceAll(from, to);
  }, before);
}

function writeSettings(): void {
  const hostKey = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('client')]);
  // Without sources there is a line that sshd knows from OpenSSH 9.8 on.
  const sources = ['127.0.0.0/8'];
  const settings = renderSettings([readFileSync(at('client.pub'), 'utf8').trim()], { sources });
  const config = moved(settings.sshd_config ?? '', {
    'Port 2222': `Port ${port}\nListenAddress 127.0.0.1`,
    '/etc/bastion/settings': dir,
    '/etc/bastion/host-key': dir,
    'AllowUsers abc': `AllowUsers ${user.name}`,
    '*:22': `*:${machine}`,
  });
  writeFileSync(at('sshd_config'), config);
  writeFileSync(
    at('authorized_keys'),
    moved(settings.authorized_keys ?? '', { '*:22': `*:${machine}` }),
  );
  writeFileSync(at('key'), hostKey.privateKey);
  const { config: cluster } = testContext({ access: { ssh: { via: 'bastion' } } });
  const hosts = [{ name: 'here', cpu: 8, memoryGiB: 64, addresses: ['127.0.0.1'] }];
  const known = { config: cluster, infra: { hosts }, publicKeyPem: hostKey.publicKey, port };
  writeFileSync(at('known_hosts'), `${knownHost(known)}\n`);
  chmodSync(dir, 0o755);
  const isOthers = userInfo().uid !== user.uid;
  // As a Secret's volume has it for a pod with fsGroup.
  chmodSync(at('key'), isOthers ? 0o440 : 0o400);
  if (isOthers) chownSync(at('key'), 0, user.gid);
}

beforeAll(async () => {
  if (!existsSync(sshd)) return;
  dir = mkdtempSync(join(tmpdir(), 'strata-bastion-'));
  [port, machine, other] = [await freePort(), await listen('machine'), await listen('other')];
  writeSettings();
  daemon = spawn(sshd, ['-D', '-e', '-f', at('sshd_config')], {
    uid: user.uid,
    gid: user.gid,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It says where it listens.
  if (daemon.stderr !== null) await once(daemon.stderr, 'data');
});

afterAll(() => {
  daemon?.kill();
  for (const server of servers) server.close();
  if (dir !== '') rmSync(dir, { recursive: true });
});

/** Runs an SSH client and returns its output. */
async function ssh(...args: readonly string[]) {
  const client = spawn(
    'ssh',
    [
      '-F',
      'none',
      '-i',
      at('client'),
      '-o',
      'BatchMode=yes',
      '-p',
      String(port),
      '-o',
      'StrictHostKeyChecking=yes',
      '-o',
      `UserKnownHostsFile=${at('known_hosts')}`,
      '-o',
      'ExitOnForwardFailure=yes',
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [stdout, stderr] = await Promise.all([text(client.stdout), text(client.stderr)]);
  return { stdout, stderr };
}

const to = `${user.name}@127.0.0.1`;

// Proves: access.bastion
realTest('sshd accepts every line of the settings', () => {
  const { status, stderr } = spawnSync(sshd, ['-t', '-f', at('sshd_config')], {
    uid: user.uid,
    gid: user.gid,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

// Proves: access.bastion
realTest('forwards to the SSH port of machines, with the host key in the outputs', async () => {
  expect(await ssh('-W', `127.0.0.1:${machine}`, to)).toEqual({ stdout: 'machine', stderr: '' });
});

// Proves: access.bastion
realTest('forwards to no other port, runs nothing, and opens no way back', async () => {
  const elsewhere = await ssh('-W', `127.0.0.1:${other}`, to);
  expect(elsewhere.stdout).toBe('');
  expect(elsewhere.stderr).toContain('administratively prohibited');
  // Only the user's own shell may say something.
  expect((await ssh(to, 'echo', 'hello')).stdout).not.toContain('hello');
  const back = await ssh('-N', '-R', `0:127.0.0.1:${machine}`, to);
  expect(back.stderr).toContain('remote port forwarding failed');
});

realTest('lets nobody in without a listed key', async () => {
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('stranger')]);
  const stranger = ['-o', 'IdentitiesOnly=yes', '-o', `IdentityFile=${at('stranger')}`];
  rmSync(at('client'));
  const { stdout, stderr } = await ssh(...stranger, '-W', `127.0.0.1:${machine}`, to);
  expect(stdout).toBe('');
  expect(stderr).toContain('Permission denied (publickey)');
});
