// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resource } from '../testing/resource.ts';
import { testHost, type TestHost, type TestHostOptions } from '../testing/index.ts';

const type = 'command:remote:Command';
const secret = (value: unknown) => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  value,
});
/** Separate temporary folder, so that the tests do not see files of other programs. */
const temporary = mkdtempSync(join(tmpdir(), 'remote-'));
const { TMPDIR: usual } = process.env;
beforeAll(() => (process.env.TMPDIR = temporary));
afterAll(() => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  rmSync(temporary, { recursive: true });
});
const sessions = () => readdirSync(temporary).filter((name) => name.startsWith('strata-ssh-'));

const connectionTo = ({ port, hostKey, privateKey }: TestHost) => ({
  host: '127.0.0.1',
  port,
  hostKey,
  privateKey,
});

async function withHost(use: (host: TestHost) => Promise<void>, options: TestHostOptions = {}) {
  await using host = await testHost(options);
  await use(host);
}

test('runs create, update and delete over OpenSSH, and leaves no key behind', async () => {
  await withHost(async (host) => {
    const resource = new Resource(type);
    const inputs = {
      connection: connectionTo(host),
      create: 'cat',
      stdin: 'facts',
      delete: 'true',
    };
    expect(await resource.create(inputs)).toEqual({ stdout: secret('facts'), stderr: secret('') });
    expect(resource.changes(inputs)).toEqual([]);
    await resource.update({ ...inputs, update: 'echo "again"' });
    await resource.delete();
    expect(host.commands).toEqual(['cat', 'echo "again"', 'true']);
    expect(host.logins).toEqual(['publickey', 'publickey', 'publickey']);
  });
  expect(sessions()).toEqual([]);
});

test('refuses a host with another host key without trying again', async () => {
  await withHost(async (host) => {
    await using other = await testHost();
    const connection = { ...connectionTo(host), hostKey: other.hostKey };
    const creation = new Resource(type).create({ connection, create: 'true' });
    await expect(creation).rejects.toThrow(
      /^cannot log in at 127\.0\.0\.1: [^]*Host key verification failed\.$/,
    );
    expect(host.commands).toEqual([]);
  });
});

test('refuses a connection without a host key, and says why', () => {
  const connection = { host: '192.0.2.1', privateKey: 'x' };
  expect(new Resource(type).problems({ connection, create: 'true' })).toEqual([
    'connection must have hostKey: host keys are verified, never skipped',
  ]);
});

test('names the fields of a connection that are wrong, without their values', () => {
  const right = { host: '192.0.2.1', hostKey: 'ssh-ed25519 AAAA' };
  const problems = (connection: object) => new Resource(type).problems({ connection });
  expect(problems(right)).toEqual([]);
  expect(problems({ ...right, host: 'a\nProxyCommand evil' })).toEqual([
    'connection has host, which must be one word',
  ]);
  expect(problems({ ...right, port: 70_000 })).toEqual([
    'connection has port, which must be a whole number between 1 and 65535',
  ]);
  expect(problems({ ...right, proxy: { host: '192.0.2.2' } })).toEqual([
    'connection has proxy, which must have hostKey: host keys are verified, never skipped',
  ]);
});

test('does not try again when the host refuses the private key', async () => {
  await withHost(async (host) => {
    await using other = await testHost();
    const connection = { ...connectionTo(host), privateKey: other.privateKey };
    const creation = new Resource(type).create({ connection, create: 'true' });
    await expect(creation).rejects.toThrow(
      'cannot log in at 127.0.0.1: root@127.0.0.1: Permission denied (publickey).',
    );
    expect(host.logins).toEqual(['-publickey']);
  });
});

test('logs in with a password that is never an argument of a process', async () => {
  await withHost(
    async (host) => {
      const connection = { ...connectionTo(host), privateKey: null, password: "hunter '2" };
      const outputs = await new Resource(type).create({ connection, create: 'ps -eo args' });
      // The list has the process that logs in.
      expect(JSON.stringify(outputs)).toContain('strata-ssh-');
      expect(JSON.stringify(outputs)).not.toContain('hunter');
      expect(host.logins.at(-1)).toBe('password');
    },
    { password: "hunter '2" },
  );
});

test('connects through a bastion, and verifies both host keys', async () => {
  await withHost(async (bastion) => {
    await using host = await testHost();
    const connection = { ...connectionTo(host), proxy: connectionTo(bastion) };
    const outputs = await new Resource(type).create({ connection, create: 'echo through' });
    expect(outputs.stdout).toEqual(secret('through'));
    expect(bastion.forwarded).toEqual([`127.0.0.1:${host.port}`]);
    expect(bastion.commands).toEqual([]);
  });
});

test('tries to connect dialErrorLimit times', async () => {
  const { port, ...facts } = await testHost().then(async (host) => {
    await host[Symbol.asyncDispose]();
    return connectionTo(host);
  });
  const resource = new Resource(type);
  const creation = resource.create({
    connection: { ...facts, port, dialErrorLimit: 3 },
    create: 'true',
  });
  await expect(creation).rejects.toThrow(
    `cannot log in at 127.0.0.1: ssh: connect to host 127.0.0.1 port ${port}: Connection refused (after 3 attempts)`,
  );
  expect(resource.statuses).toHaveLength(2);
});

test('runs a command only once, even when it exits with 255 as ssh does when it cannot connect', async () => {
  await withHost(async (host) => {
    const connection = connectionTo(host);
    const creation = new Resource(type).create({ connection, create: 'echo broken >&2; exit 255' });
    await expect(creation).rejects.toThrow(
      'the create command on 127.0.0.1 ended with exit code 255:\nbroken',
    );
    expect(host.commands).toHaveLength(1);
  });
});

test('sends environment variables, and fails when the server does not accept one', async () => {
  await withHost(
    async (host) => {
      const inputs = { connection: connectionTo(host), create: 'echo "$WORD"' };
      const taken = await new Resource(type).create({ ...inputs, environment: { WORD: 'a b' } });
      expect(taken.stdout).toEqual(secret('a b'));
      const refused = new Resource(type).create({ ...inputs, environment: { OTHER: 'x' } });
      await expect(refused).rejects.toThrow(
        'the SSH server does not take the environment variable OTHER: name it in AcceptEnv of its sshd_config',
      );
    },
    { acceptEnv: ['WORD'] },
  );
});

test('copies files, texts and folders as the official plugin does', async () => {
  const here = mkdtempSync(join(temporary, 'from-'));
  const there = mkdtempSync(join(temporary, 'to-'));
  writeFileSync(join(here, 'file'), 'content');
  mkdirSync(join(here, 'folder'));
  writeFileSync(join(here, 'folder/inner'), Buffer.from([0, 255, 10]));
  const mark = (signature: string, rest: object) => ({
    '4dabf18193072939515e22adb298388d': signature,
    ...rest,
  });
  const asset = (rest: object) => mark('c44067f5952c0a294b673a41bacd8c17', rest);
  const archive = (path: string) => mark('0def7320c3a5731c473e5ecbe6d01bc7', { path });
  await withHost(async (host) => {
    const copy = async (source: object, remotePath: string) =>
      new Resource('command:remote:CopyToRemote').create({
        connection: connectionTo(host),
        source,
        remotePath,
      });
    await copy(asset({ path: join(here, 'file') }), there);
    await copy(asset({ text: "it's" }), join(there, "na'me"));
    await copy(archive(join(here, 'folder')), there);
    await copy(archive(join(here, 'folder')), join(there, 'fresh'));
    const failing = copy(asset({ text: 'x' }), join(there, 'missing/deep'));
    await expect(failing).rejects.toThrow(
      `copying to ${there}/missing/deep on 127.0.0.1 ended with exit code`,
    );
  });
  expect(readdirSync(there).sort()).toEqual(['file', 'folder', 'fresh', "na'me"]);
  expect(readFileSync(join(there, "na'me"), 'utf8')).toBe("it's");
  expect(readFileSync(join(there, 'folder/inner'))).toEqual(Buffer.from([0, 255, 10]));
  expect(readFileSync(join(there, 'fresh/inner'))).toEqual(Buffer.from([0, 255, 10]));
});
