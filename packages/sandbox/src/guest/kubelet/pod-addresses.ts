// SPDX-License-Identifier: Apache-2.0

const toNumber = (address: string) =>
  address.split('.').reduce((total, part) => total * 256 + Number(part), 0);

const toText = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

/** Hands out the addresses of a node's range, each to one pod. */
export class PodAddresses {
  private readonly owners = new Map<string, string>();
  private first = 0;
  private size = 0;
  private next = 0;
  private range = '';

  /** Sets the range; one that is the same changes nothing. */
  use(cidr: string): void {
    if (cidr === this.range) return;
    const [address = '', prefix = '32'] = cidr.split('/');
    this.first = toNumber(address);
    this.size = 2 ** (32 - Number(prefix));
    this.range = cidr;
    this.next = 0;
  }

  /** The pod's address, the one it had where that is possible; none without a range. */
  of(uid: string, before?: string): string | undefined {
    for (const [address, owner] of this.owners) if (owner === uid) return address;
    if (before !== undefined && this.contains(before) && !this.owners.has(before)) {
      this.owners.set(before, uid);
      return before;
    }
    // Neither the network's own address, nor the bridge's, nor the last one.
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
