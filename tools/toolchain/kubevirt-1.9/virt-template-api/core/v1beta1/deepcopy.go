// SPDX-License-Identifier: Apache-2.0

package v1beta1

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// DeepCopy shares nothing with the original.
func (t *VirtualMachineTemplate) DeepCopy() *VirtualMachineTemplate {
	if t == nil {
		return nil
	}
	out := *t
	out.ObjectMeta = *t.ObjectMeta.DeepCopy()
	out.Spec.VirtualMachine = t.Spec.VirtualMachine.DeepCopy()
	out.Spec.Parameters = slices.Clone(t.Spec.Parameters)
	// A metav1.Condition holds no pointers of its own.
	out.Status.Conditions = slices.Clone(t.Status.Conditions)
	return &out
}

// DeepCopyObject implements runtime.Object.
func (t *VirtualMachineTemplate) DeepCopyObject() runtime.Object {
	return t.DeepCopy()
}

// DeepCopyObject implements runtime.Object.
func (l *VirtualMachineTemplateList) DeepCopyObject() runtime.Object {
	out := *l
	out.ListMeta = *l.ListMeta.DeepCopy()
	out.Items = slices.Clone(l.Items)
	for i := range out.Items {
		out.Items[i] = *l.Items[i].DeepCopy()
	}
	return &out
}
