// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { LocalWorkspace } from '@pulumi/pulumi/automation/index.js';
import { stackFile } from '@strata/contracts';
import type { StackIdentity } from '@strata/contracts';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pulumi as runPulumi } from '../run/pulumi-process.ts';
import { fileBackendUrl } from '../state/file-backend-url.ts';
import { keylessConfig } from './keyless-config.ts';
import { makeOwnFolder } from '../run/own-folder.ts';

/** Stands for every secret; long and plain enough for whatever is asked of one. */
const placeholder = 'offline-preview-placeholder';

/** What a stack exports to the stacks above it. */
export interface PublishedOutputs {
  readonly values: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * A state of its own in a temporary folder, under a key that nobody knows, in which stacks have the
 * outputs that they would have. Nothing in it comes from the real state.
 */
export class OfflineBackend {
  /** For every command of Pulumi that is to use it. */
  readonly env: Readonly<Record<string, string>>;
  private readonly root: string;
  private readonly folder: string;

  constructor(root: string) {
    this.root = root;
    this.folder = makeOwnFolder('offline');
    mkdirSync(join(this.folder, 'state'));
    this.env = {
      PULUMI_BACKEND_URL: fileBackendUrl(join(this.folder, 'state')),
      PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString('base64url'),
    };
  }

  /** Makes a stack with these outputs; by the engine itself, so secrets are encrypted. */
  async publish(stack: StackIdentity, { secrets, values }: PublishedOutputs): Promise<void> {
    const sealed = Object.entries(secrets).map(
      ([name, text]) => [name, pulumi.secret(text)] as const,
    );
    const made = await this.make(stack, { ...values, ...Object.fromEntries(sealed) });
    await made.up();
  }

  /** Makes a stack that has nothing yet, for a preview of it. */
  async prepare(stack: StackIdentity): Promise<void> {
    await this.make(stack, {});
  }

  /**
   * The stack's configuration with a placeholder for every secret.
   *
   * @returns the path of the file, for `--config-file`.
   */
  async configFile(stack: StackIdentity): Promise<string> {
    const source = stackFile(stack);
    const { text, secrets } = keylessConfig(readFileSync(join(this.root, source), 'utf8'));
    const file = join(this.folder, `${stack.project}.${basename(source)}`);
    writeFileSync(file, text);
    if (secrets.length > 0) await this.fill(stack, file, secrets);
    return file;
  }

  /** The path of a file that goes with it. */
  file(name: string): string {
    return join(this.folder, name);
  }

  /** Deletes all of it. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Its own folder, for the engine writes the key's salt beside the program. */
  private async make(
    { project, stack }: StackIdentity,
    outputs: Readonly<Record<string, unknown>>,
  ) {
    return LocalWorkspace.createOrSelectStack(
      { projectName: project, stackName: stack, program: () => Promise.resolve(outputs) },
      { envVars: this.env },
    );
  }

  private async fill({ project, stack }: StackIdentity, file: string, secrets: readonly string[]) {
    const values = secrets.flatMap((path) => ['--secret', `${path}=${placeholder}`]);
    const place = ['--stack', stack, '--config-file', file, '--path'];
    const { code, stderr } = await runPulumi(['config', 'set-all', ...place, ...values], {
      cwd: join(this.root, 'packages', project),
      env: { ...process.env, ...this.env },
      signal: new AbortController().signal,
    });
    if (code !== 0) throw new Error(`the secrets of ${file} cannot be replaced: ${stderr}`);
  }
}
