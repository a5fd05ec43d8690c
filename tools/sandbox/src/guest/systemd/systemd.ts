// SPDX-License-Identifier: Apache-2.0
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { consoleOf, type Tell } from '../console.ts';
import type { GuestCommands } from '../root/commands.ts';
import { mountAtBoot } from '../root/fstab.ts';
import { setUpKernel } from '../root/played-kernel.ts';
import { MountService } from './mount-service.ts';
import { FileService } from './file-service.ts';
import { fstabMount } from './fstab-mount.ts';
import type { Service } from './service.ts';
import { startOrder, stopOrder } from './unit-order.ts';
import { parseMount, parseUnit } from './unit-file.ts';
import { UnitService } from './unit-service.ts';

/**
 * Folder of the units that an administrator has written; the links of enabled units are below it.
 */
export const unitFolder = '/etc/systemd/system';

/** File that says which units are enabled and disabled at the first boot, as Ignition writes it. */
export const presetFile = '/etc/systemd/system-preset/20-ignition.preset';

/** Targets that a boot starts: the second is not started when the first fails. */
const targets = { disks: 'local-fs.target', boot: 'multi-user.target' } as const;

/** There is no unit with this name. */
export class NoSuchUnit extends Error {}

/** Returns the full name of a unit: `kubelet` is short for `kubelet.service`. */
export function unitName(name: string): string {
  return /\.(service|target|timer|socket|mount)$/.test(name) ? name : `${name}.service`;
}

/** The guest's systemd: units, what is enabled, and the order of starts and stops. */
export class Systemd {
  private readonly root: string;
  private readonly commands: GuestCommands;
  private readonly tell: Tell;
  private readonly services = new Map<string, Service>();
  private readonly builtIn: ReadonlySet<string>;
  /** Units whose files were gone when they were read last. */
  private readonly lost = new Set<string>();
  /** Active units, in the order in which they were started. */
  private readonly started = new Set<Service>();

  constructor(root: string, commands: GuestCommands, builtIn: readonly Service[], tell: Tell) {
    this.root = root;
    this.commands = commands;
    this.tell = tell;
    this.builtIn = new Set(builtIn.map(({ name }) => name));
    for (const service of builtIn) this.services.set(service.name, service);
    mkdirSync(join(root, unitFolder), { recursive: true });
    this.reload();
  }

  /**
   * Reads the unit files; a unit that runs keeps the file from which it was started, and one that has
   * failed stays so.
   */
  reload(): void {
    const files = readdirSync(join(this.root, unitFolder));
    this.forgetAllBut(files);
    for (const file of files) {
      if (!/\.(service|mount)$/.test(file) || this.builtIn.has(file) || this.isMasked(file))
        continue;
      const known = this.services.get(file);
      if (known !== undefined && known.state !== 'inactive' && known.state !== 'failed') continue;
      const warnings: string[] = [];
      try {
        const text = readFileSync(join(this.root, unitFolder, file), 'utf8');
        const unit = this.read(file, text, warnings);
        if (known?.state === 'failed') unit.state = 'failed';
        this.services.set(file, unit);
      } catch (error) {
        this.services.delete(file);
        this.tell(`${file}: ${(error as Error).message}`);
      }
      for (const warning of warnings) this.tell(`${file}: ${warning}`);
    }
  }

  /**
   * Forgets inactive units whose files are gone; an instance is of the file of its template. One that has
   * failed is kept.
   *
   * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.unit.html#CollectMode=
   */
  private forgetAllBut(files: readonly string[]): void {
    this.lost.clear();
    for (const [name, { state }] of this.services) {
      const hasFile = files.includes(name) || files.includes(name.replace(/@.+\./, '@.'));
      if (hasFile || this.builtIn.has(name)) continue;
      if (state === 'inactive') this.services.delete(name);
      else this.lost.add(name);
    }
  }

  /** Returns whether a unit is known although its file is gone: `not-found` is then its load state. */
  isLost(name: string): boolean {
    return this.lost.has(unitName(name));
  }

  /** Makes failed units inactive: all, or those with a name or a beginning of one before a `*`. @throws NoSuchUnit */
  resetFailed(patterns: readonly string[]): void {
    for (const pattern of patterns) if (!pattern.endsWith('*')) this.find(pattern);
    const fits = (name: string) =>
      patterns.length === 0 ||
      patterns.some((pattern) =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === unitName(pattern),
      );
    for (const service of this.services.values()) {
      if (!(service instanceof UnitService) || !fits(service.name)) continue;
      if (service.state === 'failed') service.state = 'inactive';
    }
    this.forgetAllBut(readdirSync(join(this.root, unitFolder)));
  }

  private read(file: string, text: string, warnings: string[]): FileService | MountService {
    if (file.endsWith('.mount')) {
      return new MountService(parseMount(file, text, warnings), this.root);
    }
    const unit = parseUnit(file, text, warnings);
    return new FileService(unit, this.commands, consoleOf(file.replace(/\.service$/, '')));
  }

  /** Returns whether a unit is masked: a link to nothing, so that it is never started. */
  private isMasked(file: string): boolean {
    const path = join(this.root, unitFolder, file);
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  }

  /** Returns the unit with this name. @throws NoSuchUnit */
  find(name: string): Service {
    const full = unitName(name);
    const service = this.services.get(full) ?? this.instanceOf(full) ?? fstabMount(this.root, full);
    if (service === undefined) throw new NoSuchUnit(`Unit ${full} could not be found.`);
    return service;
  }

  /** Returns a new instance of a template: `grow@sda.service` is made of `grow@.service`. */
  private instanceOf(name: string): Service | undefined {
    const [, base = '', instance = ''] = /^([^@]+)@([^@]+)\.service$/.exec(name) ?? [];
    const template = join(this.root, unitFolder, `${base}@.service`);
    if (base === '' || !existsSync(template)) return undefined;
    const text = readFileSync(template, 'utf8').replaceAll(/%[iI]/g, instance);
    const service = this.read(name, text, []);
    this.services.set(name, service);
    return service;
  }

  async start(name: string): Promise<void> {
    const wanted = this.withWanted(this.find(name));
    for (const service of startOrder(wanted)) {
      if (service.state === 'active') continue;
      this.tell(`Starting ${service.name} - ${service.description}`);
      await service.start();
      this.started.delete(service);
      this.started.add(service);
      this.tell(`Started ${service.name} - ${service.description}`);
    }
  }

  async stop(name: string): Promise<void> {
    await this.stopOne(this.find(name));
  }

  /** Enables a unit. @returns A line for each link that was made. */
  enable(name: string): string[] {
    const service = this.find(name);
    const made: string[] = [];
    for (const target of service.wantedBy) {
      const folder = join(this.root, unitFolder, `${target}.wants`);
      mkdirSync(folder, { recursive: true });
      if (existsLink(folder, service.name)) continue;
      symlinkSync(join(unitFolder, service.name), join(folder, service.name));
      made.push(`Created symlink ${unitFolder}/${target}.wants/${service.name}.`);
    }
    return made;
  }

  disable(name: string): void {
    const service = this.find(name);
    for (const target of service.wantedBy) {
      rmSync(join(this.root, unitFolder, `${target}.wants`, service.name), { force: true });
    }
  }

  /** Returns systemd's word for whether a unit starts at a boot. @throws NoSuchUnit */
  fileState(name: string): 'enabled' | 'disabled' | 'static' | 'generated' {
    const service = this.find(name);
    if (service.isGenerated === true) return 'generated';
    if (service.wantedBy.length === 0) return 'static';
    const isEnabled = service.wantedBy.some((target) =>
      existsLink(join(this.root, unitFolder, `${target}.wants`), service.name),
    );
    return isEnabled ? 'enabled' : 'disabled';
  }

  /** Enables the units that the presets name, at a machine's first boot. */
  applyPresets(): void {
    const lines = readFileSync(join(this.root, presetFile), 'utf8').split('\n');
    for (const line of lines) {
      const [verb, name = ''] = line.split(' ');
      if (verb === 'enable') for (const link of this.enable(name)) this.tell(link);
    }
  }

  /**
   * Sets the kernel up, mounts what /etc/fstab names and the enabled mounts, then starts the enabled
   * services; stops in emergency mode when a mount fails.
   *
   * @returns Whether services were started.
   */
  async boot(): Promise<boolean> {
    setUpKernel(this.root, this.tell);
    const areMounted = mountAtBoot(this.root, this.tell);
    const failed = await this.startTarget(targets.disks);
    if (areMounted && failed === 0) {
      await this.startTarget(targets.boot);
      return true;
    }
    this.tell('Dependency failed for local-fs.target - Local File Systems.');
    this.tell('You are in emergency mode.');
    return false;
  }

  /**
   * Starts the enabled units of a target; a unit that fails does not keep others from starting.
   *
   * @returns How many did not start.
   */
  private async startTarget(target: string): Promise<number> {
    const folder = join(this.root, unitFolder, `${target}.wants`);
    const enabled = existsSync(folder) ? readdirSync(folder) : [];
    const services = enabled.flatMap((name) => this.services.get(name) ?? []);
    let failed = 0;
    for (const { name } of startOrder(services)) {
      await this.start(name).catch((error: unknown) => {
        failed += 1;
        this.tell(`Failed to start ${name}: ${(error as Error).message}`);
      });
    }
    return failed;
  }

  /**
   * Stops all units in the reverse order of their start, and last those that the node itself needs.
   */
  async shutDown(): Promise<void> {
    const ordered = stopOrder([...this.started]);
    const last = [...this.services.values()].filter(({ powerOff }) => powerOff !== undefined);
    for (const service of ordered) if (!last.includes(service)) await this.stopOne(service);
    for (const service of last) {
      this.tell(`Stopping ${service.name} - ${service.description}`);
      await service.powerOff?.();
    }
  }

  private async stopOne(service: Service): Promise<void> {
    if (service.state === 'inactive') return;
    this.tell(`Stopping ${service.name} - ${service.description}`);
    await service.stop();
    this.started.delete(service);
    this.tell(`Stopped ${service.name} - ${service.description}`);
  }

  private withWanted(service: Service): Service[] {
    const all = new Set<Service>();
    const add = (one: Service) => {
      if (all.has(one)) return;
      all.add(one);
      // Skip targets and units that do not exist: as with Wants=, they are no reason to fail.
      for (const name of one.wants) {
        const other = this.services.get(name);
        if (other !== undefined) add(other);
      }
    };
    add(service);
    return [...all];
  }
}

function existsLink(folder: string, name: string): boolean {
  return existsSync(folder) && readdirSync(folder).includes(name);
}
