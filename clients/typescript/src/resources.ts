// The operations of the API. Written by `script/generate clients`.

import type { Core } from "./core.js";
import type * as models from "./models.js";
import type * as params from "./params.js";
import { bytes, type IfMatch, type IfMatchRequired, list, type List, nothing, path, record, Resource } from "./resource.js";
import { Tail } from "./tail.js";

export class Credentials extends Resource {
  /** Rotate credentials. */
  rotate(body: params.Rotation = {}): Promise<models.NewPair> {
    return record(this.core, "POST", "/account/api-access/credentials/rotate", { body });
  }

  /** Create a key pair for test data. */
  createTest(): Promise<models.NewPair> {
    return record(this.core, "POST", "/account/api-access/credentials/test");
  }

  /** List the key pairs. */
  list(): List<models.KeyPair> {
    return list(this.core, "/api/account/credentials");
  }
}

export class RestrictedKeys extends Resource {
  /** Create a restricted key. */
  create(body: params.NewRestrictedKey): Promise<models.CreatedRestrictedKey> {
    return record(this.core, "POST", "/account/api-access/restricted-keys", { body });
  }

  /** List the restricted keys. */
  list(): List<models.RestrictedKey> {
    return list(this.core, "/api/account/restricted-keys");
  }

  /** End a restricted key. */
  delete(restrictedKeyId: string): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/account/restricted-keys/${restrictedKeyId}`);
  }
}

export class Account extends Resource {
  /** Retrieve the account. */
  retrieve(): Promise<models.AccountSettings> {
    return record(this.core, "GET", "/api/account");
  }

  /** Update the settings of the account. */
  update(body: params.AccountChange = {}, options: IfMatch = {}): Promise<models.AccountSettings> {
    return record(this.core, "PATCH", "/api/account", { body, ...options });
  }

  /** Set the account's logo. */
  updateLogo(body: params.NewLogo, options: IfMatch = {}): Promise<models.AccountSettings> {
    return record(this.core, "PUT", "/api/account/logo", { body, ...options });
  }

  /** Remove the account's logo. */
  deleteLogo(options: IfMatch = {}): Promise<models.AccountSettings> {
    return record(this.core, "DELETE", "/api/account/logo", { ...options });
  }

  /** Retrieve the platform of the account. */
  retrievePlatform(): Promise<models.Platform> {
    return record(this.core, "GET", "/api/account/platform");
  }

  /** Revoke or restore the access of the account's platform. */
  updatePlatform(body: params.PlatformChange): Promise<models.Platform> {
    return record(this.core, "PATCH", "/api/account/platform", { body });
  }

  /** Leave the platform of the account. */
  leavePlatform(): Promise<void> {
    return nothing(this.core, "DELETE", "/api/account/platform");
  }
}

export class Members extends Resource {
  /** List the members of the account. */
  list(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.AccountMember> {
    return list(this.core, "/api/account/members", query);
  }

  /** Invite a person to the account. */
  create(body: params.NewAccountMember): Promise<models.AccountMember> {
    return record(this.core, "POST", "/api/account/members", { body });
  }

  /** Change the role of a member. */
  update(memberId: string, body: params.MemberChange): Promise<models.AccountMember> {
    return record(this.core, "PATCH", path`/api/account/members/${memberId}`, { body });
  }

  /** Remove a member, or withdraw an invitation. */
  delete(memberId: string): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/account/members/${memberId}`);
  }
}

export class Accounts extends Resource {
  /** List the customers' accounts. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; name?: string | undefined; external_id?: string | undefined } = {}): List<models.Customer> {
    return list(this.core, "/api/accounts", query);
  }

  /** Create a customer's account. */
  create(body: params.NewCustomer): Promise<models.Customer> {
    return record(this.core, "POST", "/api/accounts", { body });
  }

  /** Retrieve a customer's account. */
  retrieve(accountId: string): Promise<models.Customer> {
    return record(this.core, "GET", path`/api/accounts/${accountId}`);
  }

  /** Update a customer's account. */
  update(accountId: string, body: params.CustomerChange = {}): Promise<models.Customer> {
    return record(this.core, "PATCH", path`/api/accounts/${accountId}`, { body });
  }
}

export class BundlePurchases extends Resource {
  /** List available bundle purchases. */
  listAvailable(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.BundlePurchase> {
    return list(this.core, "/api/bundle-purchases/available", query);
  }

  /** List bundle purchases. */
  list(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.BundlePurchase> {
    return list(this.core, "/api/bundle-purchases", query);
  }

  /** Buy a bundle. */
  create(body: params.NewPurchase): Promise<models.OpenPurchase> {
    return record(this.core, "POST", "/api/bundle-purchases", { body });
  }
}

export class Bundles extends Resource {
  /** List bundles. */
  list(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.Bundle> {
    return list(this.core, "/api/bundles", query);
  }
}

export class Templates extends Resource {
  /** List templates. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; occasion?: string | undefined; q?: string | undefined } = {}): List<models.Template> {
    return list(this.core, "/api/templates", query);
  }
}

export class Locales extends Resource {
  /** List the translated locales. */
  list(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.TranslatedLocale> {
    return list(this.core, "/api/locales", query);
  }
}

export class Cards extends Resource {
  /** List cards. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; status?: string | undefined; q?: string | undefined; template_id?: string | undefined; external_id?: string | undefined; bundle_purchase_id?: string | undefined; created_after?: string | undefined; created_before?: string | undefined } = {}): List<models.Card> {
    return list(this.core, "/api/cards", query);
  }

  /** Create a card. */
  create(body: params.NewCard): Promise<models.Card> {
    return record(this.core, "POST", "/api/cards", { body });
  }

  /** Retrieve a card. */
  retrieve(cardId: string): Promise<models.Card> {
    return record(this.core, "GET", path`/api/cards/${cardId}`);
  }

  /** Update a card. */
  update(cardId: string, body: params.CardChange = {}, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "PATCH", path`/api/cards/${cardId}`, { body, ...options });
  }

  /** Delete a card. */
  delete(cardId: string, options: IfMatch = {}): Promise<models.DeletedCard> {
    return record(this.core, "DELETE", path`/api/cards/${cardId}`, { ...options });
  }

  /** Explain access to a card. */
  explainAccess(cardId: string, query: { as?: string | undefined } = {}): Promise<models.CardAccessReport> {
    return record(this.core, "GET", path`/api/cards/${cardId}/access`, { query });
  }

  /** Close a card. */
  close(cardId: string, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "POST", path`/api/cards/${cardId}/close`, { ...options });
  }

  /** Reopen a closed card. */
  reopen(cardId: string, body: params.Reopening = {}, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "POST", path`/api/cards/${cardId}/reopen`, { body, ...options });
  }

  /** Cancel a card. */
  cancel(cardId: string, body: params.Cancelling = {}, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "POST", path`/api/cards/${cardId}/cancel`, { body, ...options });
  }

  /** Rotate a link of a card. */
  rotateLink(cardId: string, body: params.LinkRotation): Promise<models.RotatedLink> {
    return record(this.core, "POST", path`/api/cards/${cardId}/links/rotate`, { body });
  }

  /** Duplicate a card. */
  duplicate(cardId: string, body: params.Duplication = {}): Promise<models.Card> {
    return record(this.core, "POST", path`/api/cards/${cardId}/duplicate`, { body });
  }

  /** Archive a closed card. */
  archive(cardId: string, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "POST", path`/api/cards/${cardId}/archive`, { ...options });
  }

  /** Preview a card. */
  preview(cardId: string, body: params.PreviewRequest = {}): Promise<models.Preview> {
    return record(this.core, "POST", path`/api/cards/${cardId}/preview`, { body });
  }

  /** List the payments of a card. */
  listPayments(cardId: string, query: { limit?: number | undefined; cursor?: string | undefined; status?: string | undefined } = {}): List<models.Payment> {
    return list(this.core, path`/api/cards/${cardId}/payments`, query);
  }

  /** Export the transfers of a card. */
  exportMovements(cardId: string): Promise<Uint8Array> {
    return bytes(this.core, "GET", path`/api/cards/${cardId}/movements.csv`);
  }

  /** Retrieve the money chart of a card. */
  retrieveMoneyChart(cardId: string): Promise<Uint8Array> {
    return bytes(this.core, "GET", path`/api/cards/${cardId}/money-chart`);
  }

  /** Remind the invitees who have not signed a card. */
  remind(cardId: string, body: params.RemindAll = {}): Promise<models.ReminderRun> {
    return record(this.core, "POST", path`/api/cards/${cardId}/remind`, { body });
  }

  /** Export the notes of a card. */
  exportNotes(cardId: string): Promise<Uint8Array> {
    return bytes(this.core, "GET", path`/api/cards/${cardId}/notes.csv`);
  }
}

export class Handovers extends Resource {
  /** Record how the collected money of a card reached its recipient. */
  create(cardId: string, body: params.NewHandover, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "POST", path`/api/cards/${cardId}/handover`, { body, ...options });
  }

  /** Update the handover of a card. */
  update(cardId: string, body: params.HandoverChange = {}, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "PATCH", path`/api/cards/${cardId}/handover`, { body, ...options });
  }

  /** Delete the handover of a card, for example after recording it on the wrong card. */
  delete(cardId: string, options: IfMatch = {}): Promise<models.Card> {
    return record(this.core, "DELETE", path`/api/cards/${cardId}/handover`, { ...options });
  }
}

export class Walls extends Resource {
  /** Retrieve the wall of a card. */
  retrieve(cardId: string): Promise<models.Wall> {
    return record(this.core, "GET", path`/api/cards/${cardId}/wall`);
  }

  /** Create a wall of a card: a page for a screen that shows notes as they are published. */
  create(cardId: string): Promise<models.Wall> {
    return record(this.core, "POST", path`/api/cards/${cardId}/wall`);
  }

  /** Delete the wall of a card. Its link stops working immediately; a wall created later has a new link. */
  delete(cardId: string): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/cards/${cardId}/wall`);
  }
}

export class Thanks extends Resource {
  /** List the thank-you messages of a card. */
  list(cardId: string): List<models.Thanks> {
    return list(this.core, path`/api/cards/${cardId}/thanks`);
  }
}

export class Reports extends Resource {
  /** List the reported notes of a card. */
  list(cardId: string, query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.Report> {
    return list(this.core, path`/api/cards/${cardId}/reports`, query);
  }
}

export class CardBatches extends Resource {
  /** Create a batch of cards. */
  create(body: params.NewBatch): Promise<models.CardBatch> {
    return record(this.core, "POST", "/api/card-batches", { body });
  }

  /** Check a card batch without creating anything. */
  check(body: params.NewBatch): Promise<models.BatchCheck> {
    return record(this.core, "POST", "/api/card-batches/check", { body });
  }

  /** Retrieve a card batch. */
  retrieve(cardBatchId: string): Promise<models.CardBatch> {
    return record(this.core, "GET", path`/api/card-batches/${cardBatchId}`);
  }
}

export class Payments extends Resource {
  /** List payments. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; card_id?: string | undefined; status?: string | undefined; provider_payment_id?: string | undefined; mismatched?: string | undefined; created_after?: string | undefined; created_before?: string | undefined } = {}): List<models.Payment> {
    return list(this.core, "/api/payments", query);
  }

  /** Retrieve a payment. */
  retrieve(paymentId: string): Promise<models.Payment> {
    return record(this.core, "GET", path`/api/payments/${paymentId}`);
  }

  /** Cancel an open payment. */
  cancel(paymentId: string): Promise<models.Payment> {
    return record(this.core, "POST", path`/api/payments/${paymentId}/cancel`);
  }
}

export class Refunds extends Resource {
  /** Refund a payment. */
  create(paymentId: string, body: params.NewRefund = {}, options: IfMatchRequired): Promise<models.Refund> {
    return record(this.core, "POST", path`/api/payments/${paymentId}/refunds`, { body, ...options });
  }

  /** Retrieve a refund. */
  retrieve(refundId: string): Promise<models.Refund> {
    return record(this.core, "GET", path`/api/refunds/${refundId}`);
  }
}

export class RefundRequests extends Resource {
  /** List refund requests. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; status?: string | undefined; card_id?: string | undefined; payment_id?: string | undefined } = {}): List<models.RefundRequest> {
    return list(this.core, "/api/refund-requests", query);
  }

  /** Retrieve a refund request. */
  retrieve(refundRequestId: string): Promise<models.RefundRequest> {
    return record(this.core, "GET", path`/api/refund-requests/${refundRequestId}`);
  }

  /** Approve a refund request, which refunds the payment. */
  approve(refundRequestId: string, options: IfMatch = {}): Promise<models.RefundRequest> {
    return record(this.core, "POST", path`/api/refund-requests/${refundRequestId}/approve`, { ...options });
  }

  /** Refuse a refund request. */
  refuse(refundRequestId: string, body: params.Refusing = {}, options: IfMatch = {}): Promise<models.RefundRequest> {
    return record(this.core, "POST", path`/api/refund-requests/${refundRequestId}/refuse`, { body, ...options });
  }
}

export class PaymentProvider extends Resource {
  /** Retrieve the payment provider. */
  retrieve(): Promise<models.PaymentProvider> {
    return record(this.core, "GET", "/api/payment-provider");
  }

  /** Set the payment provider. */
  update(body: params.NewProvider, options: IfMatch = {}): Promise<models.PaymentProvider> {
    return record(this.core, "PUT", "/api/payment-provider", { body, ...options });
  }

  /** Remove the payment provider. */
  delete(options: IfMatch = {}): Promise<models.PaymentProvider> {
    return record(this.core, "DELETE", "/api/payment-provider", { ...options });
  }

  /** Update the provider's fees. */
  updateFees(body: params.NewFees, options: IfMatch = {}): Promise<models.PaymentProvider> {
    return record(this.core, "PUT", "/api/payment-provider/fees", { body, ...options });
  }

  /** Check the payment provider. */
  check(): Promise<models.PaymentProvider> {
    return record(this.core, "POST", "/api/payment-provider/check");
  }
}

export class Movements extends Resource {
  /** Export the transfers of the account. */
  export(): Promise<Uint8Array> {
    return bytes(this.core, "GET", "/api/movements.csv");
  }
}

export class Invitations extends Resource {
  /** Create invitations. */
  create(body: params.NewInvitations): Promise<models.InvitationList> {
    return record(this.core, "POST", "/api/cards/invitations", { body });
  }

  /** Check invitees without inviting anyone. */
  check(cardId: string, body: params.InviteesToCheck): Promise<models.InvitationCheck> {
    return record(this.core, "POST", path`/api/cards/${cardId}/invitations/check`, { body });
  }

  /** List the invitations of a card. */
  list(cardId: string, query: { limit?: number | undefined; cursor?: string | undefined; parent_invite_id?: string | undefined; status?: string | undefined } = {}): List<models.Invitation> {
    return list(this.core, path`/api/cards/${cardId}/invitations`, query);
  }

  /** Resend an invitation. */
  resend(body: params.Resend): Promise<models.Invitation> {
    return record(this.core, "POST", "/api/cards/invitations/resend", { body });
  }

  /** Retrieve an invitation. */
  retrieve(inviteId: string): Promise<models.Invitation> {
    return record(this.core, "GET", path`/api/cards/invitations/${inviteId}`);
  }

  /** Update the address of an invitation. */
  update(inviteId: string, body: params.Correction = {}, options: IfMatch = {}): Promise<models.Invitation> {
    return record(this.core, "PATCH", path`/api/cards/invitations/${inviteId}`, { body, ...options });
  }

  /** Revoke an invitation. */
  revoke(inviteId: string, options: IfMatch = {}): Promise<models.Invitation> {
    return record(this.core, "POST", path`/api/cards/invitations/${inviteId}/revoke`, { ...options });
  }
}

export class Suppressions extends Resource {
  /** List suppressions. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; delivery_type?: string | undefined; address?: string | undefined; reason?: string | undefined } = {}): List<models.Suppression> {
    return list(this.core, "/api/suppressions", query);
  }

  /** Lift a suppression. */
  delete(suppressionId: string): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/suppressions/${suppressionId}`);
  }
}

export class Contributions extends Resource {
  /** List the contributions of a card. */
  list(cardId: string, query: { limit?: number | undefined; cursor?: string | undefined; status?: string | undefined; method?: string | undefined } = {}): List<models.Contribution> {
    return list(this.core, path`/api/cards/${cardId}/contributions`, query);
  }

  /** Create a contribution. */
  create(cardId: string, body: params.NewContribution = {}): Promise<models.NewlySigned> {
    return record(this.core, "POST", path`/api/cards/${cardId}/contributions`, { body });
  }

  /** Retrieve a contribution. */
  retrieve(cardId: string, contributionId: string): Promise<models.Contribution> {
    return record(this.core, "GET", path`/api/cards/${cardId}/contributions/${contributionId}`);
  }

  /** Delete a contribution. */
  delete(cardId: string, contributionId: string, options: IfMatch = {}): Promise<models.Contribution> {
    return record(this.core, "DELETE", path`/api/cards/${cardId}/contributions/${contributionId}`, { ...options });
  }

  /** Publish a note. */
  publish(cardId: string, contributionId: string, options: IfMatch = {}): Promise<models.Contribution> {
    return record(this.core, "POST", path`/api/cards/${cardId}/contributions/${contributionId}/publish`, { ...options });
  }

  /** Hide a note. */
  hide(cardId: string, contributionId: string, options: IfMatch = {}): Promise<models.Contribution> {
    return record(this.core, "POST", path`/api/cards/${cardId}/contributions/${contributionId}/hide`, { ...options });
  }

  /** Reject a note. */
  reject(cardId: string, contributionId: string, options: IfMatch = {}): Promise<models.Contribution> {
    return record(this.core, "POST", path`/api/cards/${cardId}/contributions/${contributionId}/reject`, { ...options });
  }

  /** Confirm a cash pledge. */
  confirm(cardId: string, contributionId: string, options: IfMatchRequired): Promise<models.Contribution> {
    return record(this.core, "POST", path`/api/cards/${cardId}/contributions/${contributionId}/confirm`, { ...options });
  }

  /** Drop a cash pledge. */
  drop(cardId: string, contributionId: string, options: IfMatchRequired): Promise<models.Contribution> {
    return record(this.core, "POST", path`/api/cards/${cardId}/contributions/${contributionId}/drop`, { ...options });
  }
}

export class People extends Resource {
  /** List people. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; q?: string | undefined; external_id?: string | undefined; email?: string | undefined; team?: string | undefined; status?: string | undefined; sort?: string | undefined } = {}): List<models.Person> {
    return list(this.core, "/api/people", query);
  }

  /** Create or update a person. */
  create(body: params.NewPerson): Promise<models.Person> {
    return record(this.core, "POST", "/api/people", { body });
  }

  /** Synchronise people with a complete list. */
  sync(body: params.PeopleList): Promise<models.PeopleSync> {
    return record(this.core, "PUT", "/api/people", { body });
  }

  /** Retrieve a person. */
  retrieve(personId: string): Promise<models.Person> {
    return record(this.core, "GET", path`/api/people/${personId}`);
  }

  /** Update a person. */
  update(personId: string, body: params.PersonChange = {}, options: IfMatch = {}): Promise<models.Person> {
    return record(this.core, "PATCH", path`/api/people/${personId}`, { body, ...options });
  }

  /** Delete a person. */
  delete(personId: string, options: IfMatch = {}): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/people/${personId}`, { ...options });
  }
}

export class OccasionRules extends Resource {
  /** List occasion rules. */
  list(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.OccasionRule> {
    return list(this.core, "/api/occasion-rules", query);
  }

  /** Create an occasion rule. */
  create(body: params.NewRule): Promise<models.OccasionRule> {
    return record(this.core, "POST", "/api/occasion-rules", { body });
  }

  /** Retrieve an occasion rule. */
  retrieve(occasionRuleId: string): Promise<models.OccasionRule> {
    return record(this.core, "GET", path`/api/occasion-rules/${occasionRuleId}`);
  }

  /** Update an occasion rule. */
  update(occasionRuleId: string, body: params.RuleChange = {}, options: IfMatch = {}): Promise<models.OccasionRule> {
    return record(this.core, "PATCH", path`/api/occasion-rules/${occasionRuleId}`, { body, ...options });
  }

  /** Delete an occasion rule. */
  delete(occasionRuleId: string, options: IfMatch = {}): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/occasion-rules/${occasionRuleId}`, { ...options });
  }

  /** Retrieve the plan of an occasion rule. */
  retrievePlan(occasionRuleId: string): Promise<models.OccasionPlan> {
    return record(this.core, "GET", path`/api/occasion-rules/${occasionRuleId}/plan`);
  }

  /** Start an occasion rule. */
  start(occasionRuleId: string, options: IfMatch = {}): Promise<models.OccasionRule> {
    return record(this.core, "POST", path`/api/occasion-rules/${occasionRuleId}/start`, { ...options });
  }

  /** Pause an occasion rule. */
  pause(occasionRuleId: string, options: IfMatch = {}): Promise<models.OccasionRule> {
    return record(this.core, "POST", path`/api/occasion-rules/${occasionRuleId}/pause`, { ...options });
  }
}

export class Occasions extends Resource {
  /** List occasions. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; from?: string | undefined; until?: string | undefined; person_id?: string | undefined } = {}): List<models.Occasion> {
    return list(this.core, "/api/occasions", query);
  }

  /** Change an occasion. */
  change(body: params.ChangedOccasion, options: IfMatch = {}): Promise<models.Occasion> {
    return record(this.core, "POST", "/api/occasions/change", { body, ...options });
  }

  /** Skip an occasion. */
  skip(body: params.SkippedOccasion, options: IfMatch = {}): Promise<models.Occasion> {
    return record(this.core, "POST", "/api/occasions/skip", { body, ...options });
  }
}

export class Groups extends Resource {
  /** List groups. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; name?: string | undefined; external_id?: string | undefined; kind?: string | undefined } = {}): List<models.Group> {
    return list(this.core, "/api/groups", query);
  }

  /** Create a group. */
  create(body: params.NewGroup): Promise<models.Group> {
    return record(this.core, "POST", "/api/groups", { body });
  }

  /** Retrieve a group. */
  retrieve(groupId: string): Promise<models.Group> {
    return record(this.core, "GET", path`/api/groups/${groupId}`);
  }

  /** Update a group. */
  update(groupId: string, body: params.GroupChange = {}, options: IfMatch = {}): Promise<models.Group> {
    return record(this.core, "PATCH", path`/api/groups/${groupId}`, { body, ...options });
  }

  /** Delete a group. */
  delete(groupId: string, options: IfMatch = {}): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/groups/${groupId}`, { ...options });
  }

  /** Invite new members of a group. */
  sync(groupId: string): Promise<models.InvitationList> {
    return record(this.core, "POST", path`/api/groups/${groupId}/sync`);
  }
}

export class CardAdmins extends Resource {
  /** Add an admin to a card. */
  create(body: params.NewCardAdmin): Promise<models.CardAdmin> {
    return record(this.core, "POST", "/api/card-admins", { body });
  }

  /** List the admins of a card. */
  list(cardId: string, query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.CardAdmin> {
    return list(this.core, path`/api/card-admins/card/${cardId}`, query);
  }

  /** Replace the privileges of a card admin. */
  update(cardAdminId: string, body: params.NewPrivilege, options: IfMatch = {}): Promise<models.CardAdmin> {
    return record(this.core, "PUT", path`/api/card-admins/${cardAdminId}`, { body, ...options });
  }

  /** Remove an admin from a card. */
  delete(cardAdminId: string): Promise<models.CardAdmin> {
    return record(this.core, "DELETE", path`/api/card-admins/${cardAdminId}`);
  }
}

export class Exports extends Resource {
  /** List exports. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; of?: string | undefined } = {}): List<models.DataExport> {
    return list(this.core, "/api/exports", query);
  }

  /** Export a person's data. */
  create(body: params.ExportSubject = {}): Promise<models.DataExport> {
    return record(this.core, "POST", "/api/exports", { body });
  }

  /** Retrieve an export. */
  retrieve(exportId: string): Promise<models.DataExport> {
    return record(this.core, "GET", path`/api/exports/${exportId}`);
  }

  /** Retrieve the file of an export. */
  retrieveFile(exportId: string): Promise<Uint8Array> {
    return bytes(this.core, "GET", path`/api/exports/${exportId}/file`);
  }

  /** Retrieve the archive of an export. */
  retrieveArchive(exportId: string): Promise<Uint8Array> {
    return bytes(this.core, "GET", path`/api/exports/${exportId}/archive`);
  }

  /** List the parts of an export. */
  listParts(exportId: string, query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.ExportPart> {
    return list(this.core, path`/api/exports/${exportId}/parts`, query);
  }

  /** Retrieve a part of an export. */
  retrievePart(exportId: string, partNumber: string): Promise<Uint8Array> {
    return bytes(this.core, "GET", path`/api/exports/${exportId}/parts/${partNumber}`);
  }
}

export class Erasures extends Resource {
  /** List erasures. */
  list(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.DataErasure> {
    return list(this.core, "/api/erasures", query);
  }

  /** Erase a person's data. */
  create(body: params.DataSubject = {}): Promise<models.DataErasure> {
    return record(this.core, "POST", "/api/erasures", { body });
  }

  /** Retrieve an erasure. */
  retrieve(erasureId: string): Promise<models.DataErasure> {
    return record(this.core, "GET", path`/api/erasures/${erasureId}`);
  }
}

export class Media extends Resource {
  /** Upload a media file. */
  create(cardId: string, body: params.NewMedia): Promise<models.Media> {
    return record(this.core, "POST", path`/api/cards/${cardId}/media`, { body });
  }

  /** Retrieve a media file. */
  retrieve(mediaId: string): Promise<models.Media> {
    return record(this.core, "GET", path`/api/media/${mediaId}`);
  }

  /** Delete a media file. */
  delete(mediaId: string): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/media/${mediaId}`);
  }
}

export class Events extends Tail {
  /** List events. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; type?: string | undefined; card_id?: string | undefined; order?: string | undefined; after?: string | undefined } = {}): List<models.Event> {
    return list(this.core, "/api/events", query);
  }
}

export class AuditLog extends Resource {
  /** List the audit log. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; action?: string | undefined; email?: string | undefined; card_id?: string | undefined; created_after?: string | undefined; created_before?: string | undefined } = {}): List<models.AuditEntry> {
    return list(this.core, "/api/audit-log", query);
  }

  /** Export the audit log. */
  export(query: { action?: string | undefined; email?: string | undefined; card_id?: string | undefined; created_after?: string | undefined; created_before?: string | undefined } = {}): Promise<Uint8Array> {
    return bytes(this.core, "GET", "/api/audit-log.csv", { query });
  }
}

export class WebhookEndpoints extends Resource {
  /** List webhook endpoints. */
  list(query: { limit?: number | undefined; cursor?: string | undefined } = {}): List<models.WebhookEndpoint> {
    return list(this.core, "/api/webhook-endpoints", query);
  }

  /** Create a webhook endpoint. */
  create(body: params.NewWebhookEndpoint): Promise<models.WithSecret> {
    return record(this.core, "POST", "/api/webhook-endpoints", { body });
  }

  /** Retrieve a webhook endpoint. */
  retrieve(webhookEndpointId: string): Promise<models.WebhookEndpoint> {
    return record(this.core, "GET", path`/api/webhook-endpoints/${webhookEndpointId}`);
  }

  /** Update a webhook endpoint. */
  update(webhookEndpointId: string, body: params.WebhookEndpointChange = {}, options: IfMatch = {}): Promise<models.WebhookEndpoint> {
    return record(this.core, "PATCH", path`/api/webhook-endpoints/${webhookEndpointId}`, { body, ...options });
  }

  /** Delete a webhook endpoint. */
  delete(webhookEndpointId: string, options: IfMatch = {}): Promise<void> {
    return nothing(this.core, "DELETE", path`/api/webhook-endpoints/${webhookEndpointId}`, { ...options });
  }

  /** Send a test event to a webhook endpoint. */
  sendTest(webhookEndpointId: string): Promise<models.WebhookDelivery> {
    return record(this.core, "POST", path`/api/webhook-endpoints/${webhookEndpointId}/test`);
  }

  /** Rotate the secret of a webhook endpoint. */
  rotateSecret(webhookEndpointId: string, body: params.SecretRotation = {}, options: IfMatch = {}): Promise<models.WithSecret> {
    return record(this.core, "POST", path`/api/webhook-endpoints/${webhookEndpointId}/rotate-secret`, { body, ...options });
  }

  /** Recover missed webhook deliveries. */
  recover(webhookEndpointId: string, body: params.Recovery): Promise<models.WebhookRecovery> {
    return record(this.core, "POST", path`/api/webhook-endpoints/${webhookEndpointId}/recover`, { body });
  }
}

export class WebhookDeliveries extends Resource {
  /** List webhook deliveries. */
  list(webhookEndpointId: string, query: { limit?: number | undefined; cursor?: string | undefined; status?: string | undefined; event_id?: string | undefined } = {}): List<models.WebhookDelivery> {
    return list(this.core, path`/api/webhook-endpoints/${webhookEndpointId}/deliveries`, query);
  }

  /** Redeliver an event. */
  redeliver(webhookDeliveryId: string): Promise<models.WebhookDelivery> {
    return record(this.core, "POST", path`/api/webhook-deliveries/${webhookDeliveryId}/redeliver`);
  }
}

export class Limits extends Resource {
  /** Retrieve limits. */
  retrieve(): Promise<models.Limits> {
    return record(this.core, "GET", "/api/limits");
  }
}

export class TestOutbox extends Resource {
  /** List the messages that test data would have sent. */
  list(query: { limit?: number | undefined; cursor?: string | undefined; recipient?: string | undefined } = {}): List<models.TestMessage> {
    return list(this.core, "/api/test/outbox", query);
  }
}

export class TestClock extends Resource {
  /** Retrieve the test clock. */
  retrieve(): Promise<models.TestClock> {
    return record(this.core, "GET", "/api/test-clock");
  }

  /** Advance the test clock. */
  advance(body: params.Advance = {}): Promise<models.TestClock> {
    return record(this.core, "POST", "/api/test-clock/advance", { body });
  }
}

/** The operations by resource. */
export class Resources {
  readonly credentials: Credentials;
  readonly restrictedKeys: RestrictedKeys;
  readonly account: Account;
  readonly members: Members;
  readonly accounts: Accounts;
  readonly bundlePurchases: BundlePurchases;
  readonly bundles: Bundles;
  readonly templates: Templates;
  readonly locales: Locales;
  readonly cards: Cards;
  readonly handovers: Handovers;
  readonly walls: Walls;
  readonly thanks: Thanks;
  readonly reports: Reports;
  readonly cardBatches: CardBatches;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly refundRequests: RefundRequests;
  readonly paymentProvider: PaymentProvider;
  readonly movements: Movements;
  readonly invitations: Invitations;
  readonly suppressions: Suppressions;
  readonly contributions: Contributions;
  readonly people: People;
  readonly occasionRules: OccasionRules;
  readonly occasions: Occasions;
  readonly groups: Groups;
  readonly cardAdmins: CardAdmins;
  readonly exports: Exports;
  readonly erasures: Erasures;
  readonly media: Media;
  readonly events: Events;
  readonly auditLog: AuditLog;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly limits: Limits;
  readonly testOutbox: TestOutbox;
  readonly testClock: TestClock;

  constructor(core: Core) {
    this.credentials = new Credentials(core);
    this.restrictedKeys = new RestrictedKeys(core);
    this.account = new Account(core);
    this.members = new Members(core);
    this.accounts = new Accounts(core);
    this.bundlePurchases = new BundlePurchases(core);
    this.bundles = new Bundles(core);
    this.templates = new Templates(core);
    this.locales = new Locales(core);
    this.cards = new Cards(core);
    this.handovers = new Handovers(core);
    this.walls = new Walls(core);
    this.thanks = new Thanks(core);
    this.reports = new Reports(core);
    this.cardBatches = new CardBatches(core);
    this.payments = new Payments(core);
    this.refunds = new Refunds(core);
    this.refundRequests = new RefundRequests(core);
    this.paymentProvider = new PaymentProvider(core);
    this.movements = new Movements(core);
    this.invitations = new Invitations(core);
    this.suppressions = new Suppressions(core);
    this.contributions = new Contributions(core);
    this.people = new People(core);
    this.occasionRules = new OccasionRules(core);
    this.occasions = new Occasions(core);
    this.groups = new Groups(core);
    this.cardAdmins = new CardAdmins(core);
    this.exports = new Exports(core);
    this.erasures = new Erasures(core);
    this.media = new Media(core);
    this.events = new Events(core);
    this.auditLog = new AuditLog(core);
    this.webhookEndpoints = new WebhookEndpoints(core);
    this.webhookDeliveries = new WebhookDeliveries(core);
    this.limits = new Limits(core);
    this.testOutbox = new TestOutbox(core);
    this.testClock = new TestClock(core);
  }
}
