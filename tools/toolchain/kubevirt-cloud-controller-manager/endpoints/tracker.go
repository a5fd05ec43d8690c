// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"sync"

	discovery "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// tracker knows the EndpointSlices of the user cluster that belong to load balancers: how often
// each was seen when a Service was reconciled. One removal takes one of these back.
//
// After tenantEPSTracker of pkg/controller/kubevirteps/kubevirteps_controller_utils.go, v0.6.0.
type tracker struct {
	lock sync.RWMutex
	seen map[client.ObjectKey]int
}

func newTracker() *tracker { return &tracker{seen: map[client.ObjectKey]int{}} }

func (t *tracker) add(slice *discovery.EndpointSlice) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.seen[client.ObjectKeyFromObject(slice)]++
}

func (t *tracker) remove(slice *discovery.EndpointSlice) {
	t.lock.Lock()
	defer t.lock.Unlock()
	key := client.ObjectKeyFromObject(slice)
	t.seen[key]--
	if t.seen[key] <= 0 {
		delete(t.seen, key)
	}
}

func (t *tracker) has(slice *discovery.EndpointSlice) bool {
	t.lock.RLock()
	defer t.lock.RUnlock()
	return t.seen[client.ObjectKeyFromObject(slice)] > 0
}
