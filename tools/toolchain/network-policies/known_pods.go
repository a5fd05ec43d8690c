// SPDX-License-Identifier: Apache-2.0

package main

import (
	"net/netip"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// knownPods keeps the wall's set of known addresses: those that pods of the API have.
type knownPods struct {
	wall *wall
	mu   sync.Mutex
	// Pods that have an address: for a moment it may be two, when one has taken over from the other.
	holders map[netip.Addr]map[types.UID]struct{}
}

// newKnownPods gives the handler of pods' events.
func newKnownPods(wall *wall) cache.ResourceEventHandler {
	known := &knownPods{wall: wall, holders: map[netip.Addr]map[types.UID]struct{}{}}
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { known.change(nil, asPod(object)) },
		UpdateFunc: func(before, after any) { known.change(asPod(before), asPod(after)) },
		DeleteFunc: func(object any) {
			if gone, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = gone.Obj
			}
			known.change(asPod(object), nil)
		},
	}
}

func asPod(object any) *v1.Pod {
	pod, _ := object.(*v1.Pod)
	return pod
}

// change ends the process when the kernel refuses: the next one builds the wall anew.
func (k *knownPods) change(before, after *v1.Pod) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := addressesOf(after)
	for address := range now {
		if k.hold(address, after.UID) {
			if err := k.wall.let(address); err != nil {
				klog.Exitf("nftables: letting %s through: %v", address, err)
			}
		}
	}
	for address := range addressesOf(before) {
		if _, stays := now[address]; !stays && k.release(address, before.UID) {
			if err := k.wall.shut(address); err != nil {
				klog.Exitf("nftables: shutting %s out: %v", address, err)
			}
		}
	}
}

// hold says whether the pod is the first that has the address.
func (k *knownPods) hold(address netip.Addr, pod types.UID) bool {
	isFirst := len(k.holders[address]) == 0
	if isFirst {
		k.holders[address] = map[types.UID]struct{}{}
	}
	k.holders[address][pod] = struct{}{}
	return isFirst
}

// release says whether no pod has the address any more.
func (k *knownPods) release(address netip.Addr, pod types.UID) bool {
	held := len(k.holders[address]) > 0
	delete(k.holders[address], pod)
	if len(k.holders[address]) > 0 {
		return false
	}
	delete(k.holders, address)
	return held
}

func addressesOf(pod *v1.Pod) map[netip.Addr]struct{} {
	addresses := map[netip.Addr]struct{}{}
	if pod == nil || pod.Spec.HostNetwork {
		return addresses
	}
	for _, ip := range pod.Status.PodIPs {
		if address, err := netip.ParseAddr(ip.IP); err == nil {
			addresses[address.Unmap()] = struct{}{}
		}
	}
	return addresses
}
