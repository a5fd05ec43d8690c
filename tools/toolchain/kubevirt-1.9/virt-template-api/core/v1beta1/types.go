// SPDX-License-Identifier: Apache-2.0

// Package v1beta1 has the fields of the CustomResourceDefinition that virt-operator installs.
package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	api "kubevirt.io/virt-template-api/core"
)

// ConditionReady tells whether a template may be processed.
const ConditionReady = "Ready"

// GroupVersion is the one that this package's types belong to.
var GroupVersion = schema.GroupVersion{Group: api.GroupName, Version: "v1beta1"}

// AddToScheme makes the types known to a decoder.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(GroupVersion, &VirtualMachineTemplate{}, &VirtualMachineTemplateList{})
	metav1.AddToGroupVersion(scheme, GroupVersion)
	return nil
}

// VirtualMachineTemplate is a VirtualMachine with parameters left open.
type VirtualMachineTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty,omitzero"`

	Spec   VirtualMachineTemplateSpec   `json:"spec"`
	Status VirtualMachineTemplateStatus `json:"status,omitempty,omitzero"`
}

// VirtualMachineTemplateList is what listing templates yields.
type VirtualMachineTemplateList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty,omitzero"`

	Items []VirtualMachineTemplate `json:"items"`
}

type VirtualMachineTemplateSpec struct {
	VirtualMachine *runtime.RawExtension `json:"virtualMachine"`
	Parameters     []Parameter           `json:"parameters,omitempty"`
	Message        string                `json:"message,omitempty"`
}

// Parameter is what `${name}` in a template stands for.
type Parameter struct {
	Name        string `json:"name"`
	DisplayName string `json:"displayName,omitempty"`
	Description string `json:"description,omitempty"`
	Value       string `json:"value,omitempty"`
	Generate    string `json:"generate,omitempty"`
	From        string `json:"from,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

type VirtualMachineTemplateStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
