// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"syscall"

	"github.com/google/nftables"
	"github.com/google/nftables/expr"
)

// Name of our nftables tables, one for IPv4 and one for IPv6.
const tableName = "strata-network-policies"

// wall is what the kernel does with packets by itself, in one table for each address family:
//
//	chain senders (prerouting, raw): a packet whose sender's address is not routed back to the
//	  interface that it came from is dropped, so nobody can use the address of somebody else.
//	chain forward and chain input: packets of known connections pass. An address of the pods' range
//	  that no pod has is dropped. The first packet of a connection goes to the queue; without a
//	  program behind it, the kernel drops the packet.
//
// Packets that the hosts themselves send to pods (the output hook) pass, as a pod's own node may
// always reach it.
type wall struct {
	conn     *nftables.Conn
	families map[nftables.TableFamily]*family
}

// family is the part of the wall for one address family.
type family struct {
	table *nftables.Table
	// Addresses that the policies' controller knows.
	known *nftables.Set
}

// buildWall puts the wall up, in place of one that an earlier run has left. Everything changes at
// once: there is no moment without a wall.
func buildWall(queue uint16, pods []netip.Prefix) (*wall, error) {
	for _, steering := range []expr.Any{nativeQueue(queue), compatibleQueue(queue)} {
		w, err := tryWall(steering, pods)
		if err == nil {
			return w, nil
		}
		// Kernels answer with either when they lack an expression.
		if !errors.Is(err, syscall.ENOENT) && !errors.Is(err, syscall.EOPNOTSUPP) {
			return nil, fmt.Errorf("nftables: %w", err)
		}
	}
	return nil, errors.New("this kernel cannot enforce network policies: it needs nf_tables with " +
		"conntrack, fib, and nft_queue or xt_NFQUEUE (CONFIG_NFT_CT, CONFIG_NFT_FIB_INET, " +
		"CONFIG_NFT_QUEUE or CONFIG_NETFILTER_XT_TARGET_NFQUEUE)")
}

func tryWall(steering expr.Any, pods []netip.Prefix) (*wall, error) {
	conn, err := nftables.New()
	if err != nil {
		return nil, err
	}
	w := &wall{conn: conn, families: map[nftables.TableFamily]*family{}}
	for _, f := range addressFamilies() {
		table := &nftables.Table{Name: tableName, Family: f}
		// A table must exist to be deleted.
		conn.AddTable(table)
		conn.DelTable(table)
		conn.AddTable(table)
		known := &nftables.Set{Table: table, Name: "known", KeyType: nftables.TypeIPAddr}
		if f == nftables.TableFamilyIPv6 {
			known.KeyType = nftables.TypeIP6Addr
		}
		if err := conn.AddSet(known, nil); err != nil {
			return nil, err
		}
		w.families[f] = &family{table: table, known: known}
		r := rules{conn: conn, table: table, known: known, pods: pods, steering: steering}
		r.addSenders()
		r.addForward()
		r.addInput()
	}
	return w, conn.Flush()
}

// addressFamilies leaves IPv6 out where the kernel was started without it.
func addressFamilies() []nftables.TableFamily {
	families := []nftables.TableFamily{nftables.TableFamilyIPv4}
	if _, err := os.Stat("/proc/net/if_inet6"); err == nil {
		families = append(families, nftables.TableFamilyIPv6)
	}
	return families
}

// let lets packets from and to a pod's address come to the queue.
func (w *wall) let(address netip.Addr) error {
	f, elements := w.elements(address)
	if err := w.conn.SetAddElements(f.known, elements); err != nil {
		return err
	}
	return w.conn.Flush()
}

// shut drops packets from and to an address that no pod has any more.
func (w *wall) shut(address netip.Addr) error {
	f, elements := w.elements(address)
	if err := w.conn.SetDeleteElements(f.known, elements); err != nil {
		return err
	}
	return w.conn.Flush()
}

func (w *wall) elements(address netip.Addr) (*family, []nftables.SetElement) {
	key := nftables.TableFamilyIPv4
	if address.Is6() {
		key = nftables.TableFamilyIPv6
	}
	return w.families[key], []nftables.SetElement{{Key: address.AsSlice()}}
}
