// SPDX-License-Identifier: Apache-2.0
import { addressToNumber, network, numberToAddress } from '../network.ts';

const first = addressToNumber(network.processPodFirst);
const last = addressToNumber(network.processPodLast);

/** Hands out addresses to pods that run as processes; an address that was returned is used last. */
export class AddressPool {
  private readonly taken = new Set<number>();
  /** Addresses that pods had before the sandbox was stopped, kept until these pods take them. */
  private readonly reserved = new Set<number>();
  private next = first;

  /** Keeps an address for the pod that had it before the sandbox was stopped. */
  reserve(address: string): void {
    this.reserved.add(addressToNumber(address.split('.').map(Number)));
  }

  /**
   * Takes a free address.
   *
   * @param wanted - The address that the pod had before the sandbox was stopped; the pod gets it
   *   when it is free.
   * @throws Error when every address is in use.
   */
  take(wanted?: string): string {
    const before = wanted === undefined ? NaN : addressToNumber(wanted.split('.').map(Number));
    const isOurs = before >= first && before <= last;
    const address = isOurs && !this.taken.has(before) ? before : this.findFree();
    this.taken.add(address);
    this.reserved.delete(address);
    return numberToAddress(address);
  }

  release(address: string): void {
    const number = addressToNumber(address.split('.').map(Number));
    this.taken.delete(number);
    this.reserved.delete(number);
  }

  private findFree(): number {
    for (let tried = first; tried <= last; tried += 1) {
      const address = this.next;
      this.next = address === last ? first : address + 1;
      if (!this.taken.has(address) && !this.reserved.has(address)) return address;
    }
    throw new Error('every pod address of the rack is in use');
  }
}
