// SPDX-License-Identifier: Apache-2.0
import { rmSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { renderBackupJob } from '../render-backup-job.ts';
import { backupPodOf } from '../restore/backup-pod.ts';
import { renderRestorePod } from '../restore/render-restore-pod.ts';
import type { RestoreRequest } from '../restore/restore-request.ts';
import type { BackupConfig } from '../../config/index.ts';
import { testContext } from '../../test-context.ts';
import { inFolder, run } from './backup-run.ts';
import type { Ended } from './backup-run.ts';

/** The pod of a restore, whose containers are run as processes on this machine. */
export class RestoreRun {
  readonly #folder: string;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #pod: ReturnType<typeof renderRestorePod>;

  /**
   * @param folder - root of the containers' files; disks are in it at /disks.
   * @param variables - of restic.
   */
  constructor(
    folder: string,
    backup: BackupConfig,
    request: RestoreRequest,
    variables: Readonly<Record<string, string>>,
  ) {
    this.#folder = folder;
    this.#variables = variables;
    const found = backupPodOf({ spec: renderBackupJob(testContext(), backup) });
    if (found === undefined) throw new Error('there is no pod of backups');
    this.#pod = renderRestorePod({ backup: found, diskImage: 'with-mke2fs' }, request);
  }

  /** Runs all containers, as Kubernetes does: the next one only if the one before has gone well. */
  async all(): Promise<Ended & { readonly step: string }> {
    for (const name of ['snapshot', 'former']) {
      const volume = join(this.#folder, name);
      rmSync(volume, { recursive: true, force: true });
      mkdirSync(volume);
    }
    let said = '';
    for (const { command, name } of [...this.#pod.initContainers, ...this.#pod.containers]) {
      const [program = '', ...args] = command.map((word) => inFolder(this.#folder, word));
      const isOfDisks = name === 'read' || name === 'write';
      const ended = await run(
        program,
        args,
        isOfDisks
          ? { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TMPDIR: join(this.#folder, 'tmp') }
          : this.#variables,
      );
      said += ended.said;
      if (ended.code !== 0) return { ...ended, said, step: name };
    }
    return { code: 0, said, step: 'write' };
  }
}
