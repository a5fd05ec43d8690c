// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dataFolder = 'var/lib/cloud/data';
const runFolder = 'run/cloud-init';
const resultFile = 'result.json';

/** Source of the start-up data: the second disk, as KubeVirt attaches it. */
const datasource = 'DataSourceNoCloud [seed=/dev/vdb]';

/**
 * Records of cloud-init about one instance: which modules have run, and how a boot ended.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/stages.py `_reflect_cur_instance`
 */
export class InstanceRecords {
  /** Folder of the instance, as the guest sees it. */
  readonly folder: string;
  private readonly root: string;

  constructor(root: string, instanceId: string) {
    this.root = root;
    this.folder = join('/var/lib/cloud/instances', instanceId);
    mkdirSync(join(root, this.folder, 'sem'), { recursive: true });
    const link = join(root, 'var/lib/cloud/instance');
    rmSync(link, { force: true });
    symlinkSync(this.folder, link);
    mkdirSync(join(root, dataFolder), { recursive: true });
    writeFileSync(join(root, dataFolder, 'instance-id'), `${instanceId}\n`);
    mkdirSync(join(root, runFolder), { recursive: true });
    for (const folder of [dataFolder, runFolder]) {
      rmSync(join(root, folder, resultFile), { force: true });
    }
  }

  /** Returns whether a module that runs once for each instance has run. */
  hasRun(module: string): boolean {
    return existsSync(this.semaphore(module));
  }

  /**
   * Records that a module runs. cloud-init does so before it begins: after a boot that was cut short, it
   * does not run again.
   */
  begin(module: string): void {
    writeFileSync(this.semaphore(module), `${process.pid}: ${new Date().toISOString()}\n`);
  }

  /** Writes the result of a boot, and that it is over. */
  finish(errors: readonly string[]): void {
    const result = { v1: { datasource, errors } };
    writeFileSync(join(this.root, dataFolder, resultFile), JSON.stringify(result, null, 1));
    symlinkSync(`../../${dataFolder}/${resultFile}`, join(this.root, runFolder, resultFile));
    const seconds = process.uptime().toFixed(2);
    const line = `${seconds} - ${new Date().toUTCString()} - v. 24.4\n`;
    writeFileSync(join(this.root, this.folder, 'boot-finished'), line);
  }

  private semaphore(module: string): string {
    return join(this.root, this.folder, 'sem', `config_${module}`);
  }
}
