// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { connect, type AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import type { AuthContext, Connection, ParsedKey, ServerChannel } from 'ssh2';

/** Options of a host for tests. */
export interface TestHostOptions {
  /** Name of its only user. @default 'root' */
  readonly user?: string;
  /** Address on the loopback interface. @default '127.0.0.1' */
  readonly address?: string;
  /** Private key that it accepts, in OpenSSH's format. @default a new one */
  readonly privateKey?: string;
  /** Password that it accepts. @default none */
  readonly password?: string;
  /** Environment of its commands, to which variables of clients are added. @default only PATH */
  readonly env?: NodeJS.ProcessEnv;
  /** Names of variables that it accepts from clients. @default none, as in sshd */
  readonly acceptEnv?: readonly string[];
  /** Shell with the arguments before the command. @default ['/bin/sh', '-c'] */
  readonly shell?: readonly string[];
}

/** An SSH server on the loopback interface that runs commands on this computer. */
export interface TestHost extends AsyncDisposable {
  readonly port: number;
  /** `ssh-ed25519 AAAA...` */
  readonly hostKey: string;
  /** Private key that it accepts, in OpenSSH's format. */
  readonly privateKey: string;
  /** All commands that it has run. */
  readonly commands: string[];
  /** `host:port` of every connection that it has forwarded as a bastion. */
  readonly forwarded: string[];
  /** Methods of all logins, `publickey` or `password`, with a dash before refused ones. */
  readonly logins: string[];
}

/** Returns a new key pair; tries again when ssh2 cannot read its own key, which happens for about one in a hundred. */
function newKeyPair(): { readonly private: string; readonly public: string } {
  const pair = ssh2.utils.generateKeyPairSync('ed25519');
  return ssh2.utils.parseKey(pair.private) instanceof Error ? newKeyPair() : pair;
}

/** Returns a new private key in OpenSSH's format. */
export function newPrivateKey(): string {
  return newKeyPair().private;
}

/**
 * Starts a test host on a free port. It is not sshd, whose package is not installed everywhere, but
 * speaks the same protocol; the client in tests is always OpenSSH's own.
 */
export async function testHost(options: TestHostOptions = {}): Promise<TestHost> {
  const host = newKeyPair();
  const { address = '127.0.0.1' } = options;
  const privateKey = options.privateKey ?? newPrivateKey();
  const facts = { commands: [] as string[], forwarded: [] as string[], logins: [] as string[] };
  const clients = new Set<Connection>();
  const key = ssh2.utils.parseKey(privateKey) as ParsedKey;
  const server = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    authenticate(client, options, key, facts.logins);
    client.on('ready', () => serveSession(client, options, facts));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    ...facts,
    port: (server.address() as AddressInfo).port,
    hostKey: host.public,
    privateKey,
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) client.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function authenticate(
  client: Connection,
  { user = 'root', password }: TestHostOptions,
  key: ParsedKey,
  logins: string[],
): void {
  client.on('authentication', (context) => {
    const isRight = context.username === user;
    if (isRight && isProof(context, { key, password })) {
      // A request without a signature only asks whether the key would be accepted.
      const isQuestion = context.method === 'publickey' && context.signature === undefined;
      if (!isQuestion) logins.push(context.method);
      context.accept();
      return;
    }
    if (context.method !== 'none') logins.push(`-${context.method}`);
    context.reject(password === undefined ? ['publickey'] : ['publickey', 'password']);
  });
}

function isProof(
  context: AuthContext,
  { key, password }: { readonly key: ParsedKey; readonly password: string | undefined },
): boolean {
  if (context.method === 'password') return context.password === password;
  if (context.method !== 'publickey' || !context.key.data.equals(key.getPublicSSH())) return false;
  const { blob, signature, hashAlgo } = context;
  return signature === undefined || blob === undefined || key.verify(blob, signature, hashAlgo);
}

function serveSession(
  client: Connection,
  options: TestHostOptions,
  facts: Pick<TestHost, 'commands' | 'forwarded'>,
): void {
  client.on('session', (acceptSession) => {
    const session = acceptSession();
    const sent: Record<string, string> = {};
    session.on('env', (accept, reject, { key, val }) => {
      // The types of ssh2 omit that both are undefined when the client wants no answer.
      const answers = { accept, reject } as Record<'accept' | 'reject', (() => void) | undefined>;
      const isTaken = options.acceptEnv?.includes(key) === true;
      if (isTaken) sent[key] = val;
      (isTaken ? answers.accept : answers.reject)?.();
    });
    session.on('exec', (accept, _, { command }) => {
      facts.commands.push(command);
      execute(accept(), command, options, sent);
    });
  });
  client.on('tcpip', (accept, _, { destIP, destPort }) => {
    facts.forwarded.push(`${destIP}:${destPort}`);
    const channel = accept();
    const socket = connect(destPort, destIP);
    socket.on('error', () => channel.end());
    channel.on('error', () => socket.destroy());
    channel.pipe(socket).pipe(channel);
  });
}

function execute(
  channel: ServerChannel,
  command: string,
  { env = {}, shell = ['/bin/sh', '-c'] }: TestHostOptions,
  sent: NodeJS.ProcessEnv,
): void {
  const [file = '/bin/sh', ...args] = shell;
  const child = spawn(file, [...args, command], {
    // Bash whose input is a socket reads the .bashrc of whoever runs the tests.
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env, ...sent },
  });
  child.stdin.on('error', () => undefined);
  channel.pipe(child.stdin);
  child.stdout.pipe(channel, { end: false });
  child.stderr.pipe(channel.stderr, { end: false });
  child.on('close', (code) => {
    channel.exit(code ?? 143);
    channel.end();
  });
}
