// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
)

func (c clusters) queued(t *testing.T) []string {
	t.Helper()
	var names []string
	for c.queue.Len() > 0 {
		next, _ := c.queue.Get()
		c.queue.Done(next)
		if next.service == nil {
			names = append(names, "nothing")
		} else {
			names = append(names, next.service.Name)
		}
	}
	return names
}

func TestOnlyLoadBalancersAreWork(t *testing.T) {
	c := newClusters(t, nil, nil)
	internal := balancer()
	internal.Spec.Type = corev1.ServiceTypeClusterIP
	c.serviceChanged(internal)
	equal(t, c.queued(t), []string(nil))
	c.serviceChanged(balancer())
	c.serviceChanged(balancer())
	equal(t, c.queued(t), []string{"a1", "a1"})
}

func TestSlicesOfTheUserClusterAreWorkOnceTheirServiceWasReconciled(t *testing.T) {
	c := newClusters(t, objects{podsOn()}, objects{balancer()})
	c.tenantSliceChanged(podsOn())
	equal(t, c.queued(t), []string(nil))
	equal(t, c.round(balancer()), nil)
	c.tenantSliceChanged(podsOn())
	c.tenantSliceGone(podsOn())
	c.tenantSliceChanged(podsOn())
	equal(t, c.queued(t), []string{"a1", "a1"})
}

func TestASliceWithoutAServiceOfTheInfraClusterIsWorkThatFails(t *testing.T) {
	c := newClusters(t, nil, nil)
	c.tracked.add(podsOn())
	c.tenantSliceChanged(podsOn())
	equal(t, c.queued(t), []string{"nothing"})
}

func TestOurSlicesOfTheInfraClusterAreWork(t *testing.T) {
	c := newClusters(t, nil, objects{balancer()})
	theirs := sliceOf()
	theirs.Labels[discovery.LabelManagedBy] = "somebody"
	orphan := sliceOf()
	orphan.Labels[discovery.LabelServiceName] = "gone"
	c.infraSliceChanged(theirs)
	c.infraSliceChanged(orphan)
	equal(t, c.queued(t), []string(nil))
	c.infraSliceChanged(sliceOf())
	equal(t, c.queued(t), []string{"a1"})
}
