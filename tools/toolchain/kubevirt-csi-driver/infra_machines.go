// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

// machine is upstream's GetWorkloadManagingVirtualMachine.
func (i *infra) machine(ctx context.Context, name string) (*kubevirtv1.VirtualMachine, error) {
	return fetch[kubevirtv1.VirtualMachine](ctx, i.objects, machines, i.namespace, name)
}

// instance is upstream's GetVirtualMachine: the VirtualMachineInstance.
func (i *infra) instance(ctx context.Context, name string) (*kubevirtv1.VirtualMachineInstance, error) {
	return fetch[kubevirtv1.VirtualMachineInstance](ctx, i.objects, instances, i.namespace, name)
}

// hasHotplugged says whether the machine's spec has the volume as one that was plugged in.
func hasHotplugged(machine *kubevirtv1.VirtualMachine, volume string) bool {
	for _, one := range machine.Spec.Template.Spec.Volumes {
		if one.Name == volume && one.DataVolume != nil && one.DataVolume.Hotpluggable {
			return true
		}
	}
	return false
}

// hasVolume says whether the machine's spec has a disk of this name.
func hasVolume(machine *kubevirtv1.VirtualMachine, volume string) bool {
	for _, one := range machine.Spec.Template.Spec.Volumes {
		if one.Name == volume && (one.PersistentVolumeClaim != nil || one.DataVolume != nil) {
			return true
		}
	}
	return false
}

// specHas is upstream's EnsureVolumeAvailableVM: false also when there is no VirtualMachine.
func (i *infra) specHas(ctx context.Context, machine, volume string) (bool, error) {
	found, err := i.machine(ctx, machine)
	if apierrors.IsNotFound(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return hasVolume(found, volume), nil
}

// specLacks is upstream's EnsureVolumeRemovedVM: true also when there is no VirtualMachine.
func (i *infra) specLacks(ctx context.Context, machine, volume string) (bool, error) {
	has, err := i.specHas(ctx, machine, volume)
	return !has && err == nil, err
}

// otherInstanceWith names an instance other than the machine's own that has the volume, or "".
func (i *infra) otherInstanceWith(ctx context.Context, volume, machine string) (string, error) {
	list, err := i.objects.Resource(instances).Namespace(i.namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return "", err
	}
	for index := range list.Items {
		instance, err := convert[kubevirtv1.VirtualMachineInstance](&list.Items[index])
		if err != nil {
			return "", err
		}
		if instance.Name != machine && phaseOf(instance, volume) != nil {
			return instance.Name, nil
		}
	}
	return "", nil
}

// phaseOf is the phase of a volume in the instance, or nil when it does not have it.
func phaseOf(instance *kubevirtv1.VirtualMachineInstance, volume string) *kubevirtv1.VolumePhase {
	for _, one := range instance.Status.VolumeStatus {
		if one.Name == volume {
			return &one.Phase
		}
	}
	return nil
}

// awaitArrival is upstream's EnsureVolumeAvailable: Ready in the instance, and in the spec.
func (i *infra) awaitArrival(ctx context.Context, machine, volume string) error {
	return i.await(ctx, func(ctx context.Context) (bool, error) {
		instance, err := i.instance(ctx, machine)
		if err != nil {
			return false, err
		}
		phase := phaseOf(instance, volume)
		if phase == nil || *phase != kubevirtv1.VolumeReady {
			return false, nil
		}
		return i.specHas(ctx, machine, volume)
	})
}

// awaitRemoval is upstream's EnsureVolumeRemoved: neither in the instance nor in the spec.
func (i *infra) awaitRemoval(ctx context.Context, machine, volume string) error {
	return i.await(ctx, func(ctx context.Context) (bool, error) {
		instance, err := i.instance(ctx, machine)
		if err != nil && !apierrors.IsNotFound(err) {
			return false, err
		}
		if err == nil && phaseOf(instance, volume) != nil {
			return false, nil
		}
		return i.specLacks(ctx, machine, volume)
	})
}

// await looks until it is so, or two minutes have passed.
func (i *infra) await(ctx context.Context, isSo wait.ConditionWithContextFunc) error {
	return wait.PollUntilContextTimeout(ctx, i.limits.poll, i.limits.patience, true, isSo)
}
