// SPDX-License-Identifier: Apache-2.0

const toNumber = (address: string) =>
  address.split('.').reduce((total, part) => total * 256 + Number(part), 0);

const toText = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

/** Hands out the addresses of a node's range, one to each pod. */
export class PodAddresses {
  private readonly owners = new Map<string, string>();
  private first = 0;
  private size = 0;
  private next = 0;
  private range = '';

  /** Sets the range; changes nothing when it is the same. */
  use(cidr: string): void {
    if (cidr === this.range) return;
    const [address = '', prefix = '32'] = cidr.split('/');
    this.first = toNumber(address);
    this.size = 2 ** (32 - Number(prefix));
    this.range = cidr;
    this.next = 0;
  }

  /** Returns the pod's address, its former one where possible; undefined without a range. */
  of(uid: string, before?: string): string | undefined {
    for (const [address, owner] of this.owners) if (owner === uid) return address;
    if (before !== undefined && this.contains(before) && !this.owners.has(before)) {
      this.owners.set(before, uid);
      return before;
    }
    // Skips the network's own address, the bridge's, and the last one.
    for (let tried = 0; tried < this.size - 3; tried += 1) {
      const address = toText(this.first + 2 + (this.next % (this.size - 3)));
      this.next += 1;
      if (this.owners.has(address)) continue;
      this.owners.set(address, uid);
      return address;
    }
    return undefined;
  }

  release(uid: string): void {
    for (const [address, owner] of this.owners) if (owner === uid) this.owners.delete(address);
  }

  private contains(address: string): boolean {
    const offset = toNumber(address) - this.first;
    return offset >= 2 && offset < this.size - 1;
  }
}
