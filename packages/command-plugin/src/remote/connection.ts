// SPDX-License-Identifier: Apache-2.0
import type { Field } from '@strata/strata-provider/server';
import { mapping, type EntryProblem } from '../command/mapping-field.ts';

/** Login at one host; the names of the fields are those of @pulumi/command. */
export interface LoginInputs {
  readonly host: string;
  /** @default 22 */
  readonly port?: number;
  /** @default 'root' */
  readonly user?: string;
  /** Private key; takes precedence over the password. */
  readonly privateKey?: string;
  readonly privateKeyPassword?: string;
  readonly password?: string;
  /** Socket of the SSH agent. @default SSH_AUTH_SOCK of the environment */
  readonly agentSocketPath?: string;
  /** Host key, `<type> <base64>` as in a .pub file. It is required here; without it the official plugin trusts any host. */
  readonly hostKey: string;
  /** Number of attempts to connect; -1 for no limit. @default 10 */
  readonly dialErrorLimit?: number;
  /** Time limit of each attempt in seconds; 0 for no limit. @default 15 */
  readonly perDialTimeout?: number;
}

/** A connection, optionally through a bastion. */
export interface ConnectionInputs extends LoginInputs {
  readonly proxy?: LoginInputs;
}

const hostKeyPattern =
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)) [A-Za-z0-9+/]+=*( .*)?$/;

type Rule = readonly [isRight: (value: unknown) => boolean, words: string];

/** Text without white space and quotes, which could add lines to the configuration of ssh. */
const word: Rule = [
  (value) => typeof value === 'string' && /^[^\s"'\\%]+$/.test(value),
  'one word',
];
const anyText: Rule = [(value) => typeof value === 'string', 'text'];
const whole = (least: number, most: number): Rule => [
  (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  `a whole number between ${least} and ${most}`,
];

const rules: Readonly<Record<keyof LoginInputs, Rule>> = {
  host: word,
  port: whole(1, 65_535),
  user: word,
  privateKey: anyText,
  privateKeyPassword: anyText,
  password: anyText,
  agentSocketPath: word,
  hostKey: [
    (value) => typeof value === 'string' && hostKeyPattern.test(value.trim()),
    'the public key of the host, such as "ssh-ed25519 AAAA..."; ssh-keyscan shows it',
  ],
  dialErrorLimit: whole(-1, 1_000),
  perDialTimeout: whole(0, 86_400),
};

const required = ['host', 'hostKey'] as const;

const entryProblem: EntryProblem = (name, value) => {
  if (!(name in rules)) return `does not exist; there are: ${Object.keys(rules).join(', ')}, proxy`;
  const [isRight, words] = rules[name as keyof LoginInputs];
  return value == null || isRight(value) ? undefined : `must be ${words}`;
};

/** Field for a connection; the whole connection is a secret, as in the official plugin. */
export const connectionField: Field = {
  isSecret: true,
  problem: (value) => {
    const { proxy, ...login } = (value ?? {}) as Partial<ConnectionInputs>;
    const problem = loginProblem(login);
    if (problem !== undefined) return problem;
    const proxyProblem = proxy == null ? undefined : loginProblem(proxy);
    return proxyProblem === undefined ? undefined : `has proxy, which ${proxyProblem}`;
  },
};

function loginProblem(login: Partial<LoginInputs>): string | undefined {
  const problem = mapping(entryProblem).problem(login);
  if (problem !== undefined) return problem;
  const missing = required.find((name) => login[name] == null);
  if (missing === undefined) return undefined;
  const why = missing === 'hostKey' ? ': host keys are verified, never skipped' : '';
  return `must have ${missing}${why}`;
}
