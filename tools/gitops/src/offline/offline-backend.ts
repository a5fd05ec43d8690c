// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { LocalWorkspace } from '@pulumi/pulumi/automation/index.js';
import { stackFile } from '@strata/contracts';
import type { StackIdentity } from '@strata/contracts';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pulumi as runPulumi } from '../run/pulumi-process.ts';
import { fileBackendUrl } from '../state/file-backend-url.ts';
import { keylessConfig } from './keyless-config.ts';
import { makeOwnFolder } from '../run/own-folder.ts';

/** Placeholder for every secret; long and plain enough to pass the checks of secrets. */
const placeholder = 'offline-preview-placeholder';

/** Outputs that a stack exports to the stacks above it. */
export interface PublishedOutputs {
  readonly values: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Backend in a temporary folder, encrypted with a key that nobody knows, in which stacks have the
 * outputs that they would have. Nothing in it comes from the real state.
 */
export class OfflineBackend {
  /** Environment variables for every Pulumi command that uses this backend. */
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

  /** Makes a stack with these outputs. The engine itself writes it, so secrets are encrypted. */
  async publish(stack: StackIdentity, { secrets, values }: PublishedOutputs): Promise<void> {
    const sealed = Object.entries(secrets).map(
      ([name, text]) => [name, pulumi.secret(text)] as const,
    );
    const made = await this.make(stack, { ...values, ...Object.fromEntries(sealed) });
    await made.up();
  }

  /** Makes an empty stack, for a preview of it. */
  async prepare(stack: StackIdentity): Promise<void> {
    await this.make(stack, {});
  }

  /**
   * Writes the stack's configuration with a placeholder for every secret.
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

  /** Returns the path of a file that is deleted together with the backend. */
  file(name: string): string {
    return join(this.folder, name);
  }

  /** Deletes the backend. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Makes a stack in a program folder of its own, because the engine writes the key's salt beside
   * the program. Without `workDir` the SDK would make one that it never removes.
   */
  private async make(
    { project, stack }: StackIdentity,
    outputs: Readonly<Record<string, unknown>>,
  ) {
    const workDir = mkdtempSync(join(this.folder, 'program-'));
    return LocalWorkspace.createOrSelectStack(
      { projectName: project, stackName: stack, program: () => Promise.resolve(outputs) },
      { envVars: this.env, workDir },
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
