// SPDX-License-Identifier: Apache-2.0
import { cacheDir, resolveToolchain } from '@strata/toolchain';
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { readReports } from '../report/report-files.ts';
import type { StackReport } from '../report/stack-report.ts';

/** Note in a stack's file. */
export interface NoteConfig {
  readonly text: string;
  readonly protect?: boolean;
  /** File of the note; another file makes it another note. @default the note's name */
  readonly file?: string;
}

/** Result of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const repository = join(import.meta.dirname, '../../../..');

/** Passphrase of the stacks, which no report and no log may contain. */
export const canaryPassphrase = 'canary-passphrase';
/** Secret in every stack's configuration. */
export const canarySecret = 'canary-secret-of-config';

/**
 * Encryption settings that Pulumi makes of the two. It is the same work for every stack, so it was
 * done once.
 */
const sealed = {
  salt: 'v1:jMJAt1CfdTI=:v1:ZK4xZIlRfh1O6Jhc:FeRYG20fBpqWbs8gxdnE6zLzwIEFiA==',
  word: 'v1:5XE2ncpGPktQFa0L:q9M7bHaS9BWCxC001Gqa4cQtBPuYZV3EY21nwM9TrRm5cwU+oBG4',
} as const;

const program = `
import * as pulumi from '@pulumi/pulumi';
class Note extends pulumi.CustomResource {
  constructor(name, args, options) { super('note:index:Note', name, args, options); }
}
const config = new pulumi.Config();
const folder = config.require('folder');
for (const [name, { protect, file = name, ...args }] of Object.entries(config.requireObject('notes'))) {
  new Note(name, { ...args, file: folder + '/' + file }, { protect, deleteBeforeReplace: true });
}
new Note('hidden', { file: folder + '/hidden', text: config.requireSecret('word') });
`;

const policyPack = `
import { PolicyPack } from '@pulumi/policy';
new PolicyPack('bench', { policies: [
  { name: 'no-shouting', description: 'Notes are quiet.', enforcementLevel: 'mandatory',
    validateResource: ({ props }, report) => { if (props.text === 'LOUD') report('it shouts'); } },
  { name: 'no-mumbling', description: 'Notes are clear.', enforcementLevel: 'advisory',
    validateResource: ({ props }, report) => { if (props.text === 'hm') report('it mumbles'); } },
] });
`;

/** Folders of Pulumi and its language host, as the tables pin them. */
const pinned = await resolveToolchain({ tools: ['pulumi', 'pulumi-language-nodejs'] });
const toolFolders = [
  pinned.get('pulumi', 'pulumi'),
  pinned.get('pulumi-language-nodejs', 'pulumi-language-nodejs'),
].map(({ path }) => dirname(path));

/**
 * Repository with the layout of this one, whose programs write notes. It uses the real engine with
 * a file backend of its own.
 */
export class NoteRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'notes-'));
  /** Folder of the notes. */
  readonly notes = join(this.folder, '.cloud');
  readonly state = join(this.folder, '.state');
  readonly reports = join(this.folder, '.reports');
  readonly env: NodeJS.ProcessEnv;

  constructor() {
    for (const folder of [this.notes, this.state]) mkdirSync(folder);
    symlinkSync(join(repository, 'node_modules'), join(this.folder, 'node_modules'));
    this.write('.gitignore', 'node_modules\n.cloud\n.state\n.reports*\n.home\n');
    const plugin = join(this.folder, 'plugin/pulumi-resource-note');
    const provider = join(import.meta.dirname, 'note-provider.ts');
    this.write('plugin/pulumi-resource-note', `#!/bin/sh\nexec node ${provider} "$@"\n`);
    chmodSync(plugin, 0o755);
    // Jest's own options must not apply to these processes.
    const env = { ...process.env };
    delete env.NODE_OPTIONS;
    this.env = {
      ...env,
      PATH: [join(repository, 'node_modules/.bin'), ...toolFolders, env.PATH ?? ''].join(delimiter),
      STRATA_ROOT: this.folder,
      PULUMI_BACKEND_URL: `file://${this.state}`,
      PULUMI_CONFIG_PASSPHRASE: canaryPassphrase,
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
      PULUMI_HOME: join(this.folder, '.home'),
      // Half of the cost of a run is Node's loading of the SDK.
      NODE_COMPILE_CACHE: join(cacheDir(), 'node-compile-cache'),
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.email', 'somebody@example.org');
    this.git('config', 'user.name', 'Somebody');
  }

  write(file: string, content: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), content);
  }

  git(...args: readonly string[]): string {
    const options = { cwd: this.folder, env: this.env, encoding: 'utf8' } as const;
    return execFileSync('git', args, options).trim();
  }

  /** Commits all files and returns the commit. */
  commit(): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'change');
    return this.git('rev-parse', 'HEAD');
  }

  /**
   * Makes a program of this name, whose stacks all write notes.
   *
   * @param plugin - name of its plug-in and path of the folder that it is in.
   */
  addProgram(name: string, plugin = '{name: note, path: ../../plugin}'): void {
    const lines = [
      `name: ${name}`,
      // As in the programs of this repository.
      'runtime: {name: nodejs, options: {typescript: false, nodeargs: --import=@strata/program-start}}',
      'main: program.mjs',
      `stackConfigDir: ../../stacks/${name}`,
      `plugins: {providers: [${plugin}]}`,
    ];
    this.write(`packages/${name}/Pulumi.yaml`, `${lines.join('\n')}\n`);
    this.write(
      `packages/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'program.mjs' }),
    );
    this.write(`packages/${name}/program.mjs`, program);
  }

  addPolicies(): void {
    this.write('packages/policies/PulumiPolicy.yaml', 'runtime: nodejs\nmain: pack.mjs\n');
    this.write(
      'packages/policies/package.json',
      '{"name":"bench","version":"1.0.0","type":"module","main":"pack.mjs"}',
    );
    this.write('packages/policies/pack.mjs', policyPack);
  }

  /** Writes a stack's file. */
  configure(id: string, notes: Readonly<Record<string, NoteConfig>>): void {
    const [program = '', stack = ''] = id.split('/');
    const folder = join(this.notes, stack);
    mkdirSync(folder, { recursive: true });
    const config = {
      [`${program}:folder`]: folder,
      [`${program}:notes`]: notes,
      [`${program}:word`]: { secure: sealed.word },
    };
    const text = stringify({ config, encryptionsalt: sealed.salt });
    this.write(`stacks/${program}/Pulumi.${stack}.yaml`, text);
  }

  /** Returns the path of a note's file, by its name or as its configuration says. */
  note(stack: string, name: string): string {
    return join(this.notes, stack, name);
  }

  /** Runs one operation on stacks in another environment of variables. */
  async runAs(env: NodeJS.ProcessEnv, operation: string, ids: readonly string[]) {
    const before = { ...this.env };
    this.#setEnv(env);
    try {
      return await this.run(operation, ids);
    } finally {
      this.#setEnv(before);
    }
  }

  #setEnv(env: NodeJS.ProcessEnv): void {
    for (const name of Object.keys(this.env)) Reflect.deleteProperty(this.env, name);
    Object.assign(this.env, env);
  }

  /** Starts a command of gitops. */
  start(...args: readonly string[]): {
    readonly child: ChildProcess;
    readonly result: Promise<CommandResult>;
  } {
    const main = join(import.meta.dirname, '../main.ts');
    const child = spawn('node', [main, ...args], { cwd: this.folder, env: this.env });
    const result = Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 128))),
    ]).then(([stdout, stderr, code]) => ({ stdout, stderr, code }));
    return { child, result };
  }

  /** Starts an update of a stack, and waits until it has begun with a note. */
  async startUp(id: string, note: string) {
    return this.startRun('up', id, `create note:index:Note ${note}`);
  }

  /** Starts an operation, and waits until it prints the given text. */
  async startRun(operation: 'up' | 'destroy', id: string, says: string) {
    const started = this.start('run', operation, '--stack', id, '--reports', this.reports);
    const heard: string[] = [];
    await new Promise<void>((resolve, reject) => {
      started.child.stderr?.on('data', (chunk: Buffer) => {
        heard.push(chunk.toString());
        if (heard.join('').includes(says)) resolve();
      });
      void started.result.then(() => reject(new Error(`it has ended:\n${heard.join('')}`)));
    });
    return started;
  }

  gitops(...args: readonly string[]): Promise<CommandResult> {
    return this.start(...args).result;
  }

  /** Runs one operation on stacks and reads their reports. */
  async run(
    operation: string,
    ids: readonly string[],
    ...more: readonly string[]
  ): Promise<CommandResult & { readonly reports: StackReport[] }> {
    rmSync(this.reports, { recursive: true, force: true });
    const stacks = ids.flatMap((id) => ['--stack', id]);
    const result = await this.gitops(
      'run',
      operation,
      ...stacks,
      '--reports',
      this.reports,
      ...more,
    );
    return { ...result, reports: readReports(this.reports) };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
