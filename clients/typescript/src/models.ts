// The records that the API returns. Written by `script/generate clients`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One permission on a card, and why it is granted or not. */
        AccessEntry: {
            /** @description The permission. Card settings that control it have the same name. */
            what: components["schemas"]["AccessEntryWhat"];
            /** @description Whether the audience has the permission now. */
            allowed: boolean;
            /** @description The setting or state that decides. */
            because: string;
        };
        /** @description One of: add_cash, add_money, see_contributor_names, see_contributors, see_notes, see_total, sign. */
        AccessEntryWhat: string;
        /** @description One of: everyone, contributor, recipient, admin, owner. */
        AccessQueryAs: string;
        /** @description ID of the account. */
        AccountId: string;
        /** @description A person who acts for the account or is invited to do so. */
        AccountMember: {
            /** @description One of: member. */
            object: string;
            id: components["schemas"]["MemberId"];
            /**
             * Format: email
             * @description Email address.
             */
            email: string;
            /** @description Name. */
            name: components["schemas"]["LineOrNull"];
            /** @description `owner`, or `member`, who manages cards, groups and webhooks. One of: member, owner. */
            role: string;
            /** @description `active` once the person has accepted. One of: active, invited. */
            status: string;
            /** @description Time when the invitation expires. */
            expires_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A list of AccountMember records. */
        AccountMemberList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["AccountMember"][];
        };
        /** @description The account, with the settings that supply defaults for new cards. */
        AccountSettings: {
            /** @description One of: account. */
            object: string;
            id: components["schemas"]["AccountId"];
            /** @description Name. */
            name: components["schemas"]["Line"];
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country: string | null;
            /** @description Currency of new cards (ISO 4217). */
            currency: components["schemas"]["Currency"];
            /** @description IANA time zone of new cards. */
            timezone: string;
            /** @description Language of new cards and of emails to owners (BCP 47). */
            locale: components["schemas"]["Locale"];
            /**
             * Format: int32
             * @description Number of days after which a closed card is erased; null keeps cards. Cards with money that was not refunded are kept.
             */
            erase_cards_after_days: number | null;
            /** @description Address for replies to the emails of cards without a `reply_to`. */
            reply_to: string | null;
            /** @description When a reader of the address confirmed it; null until then. */
            reply_to_verified_at: components["schemas"]["TimestampOrNull"];
            /** @description Origins whose pages may embed the signing form. */
            embed_origins: string[];
            /**
             * Format: int32
             * @description Whether members see the dates of people; owners always do.
             */
            members_see_dates: boolean;
            /** @description Your text in the email to new people; null if none. */
            people_notice: string | null;
            /** @description Days off, such as public holidays. Saturdays and Sundays are always days off. Cards for occasions open and close on other days. Existing cards are unchanged. */
            holidays: string[];
            logo: components["schemas"]["LogoFile"] | null;
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description One of: account.change_access, account.confirm_reply_to, account.create, account.create_customer, account.delete_logo, account.leave_platform, account.lose_customer, account.release, account.resume, account.set_platform, account.suspend, account.update, account.update_customer, account.update_logo, api_key.create_test, api_key.reset, api_key.rotate, bundle_purchase.create, bundle_purchase.grant, card.archive, card.cancel, card.close, card.delete, card.reopen, card.rotate_link, card_admin.create, card_admin.delete, card_admin.update, consent.create, consent.end, contribution.confirm, contribution.drop, deletion_request.create, deletion_request.delete, erasure.create, export.create, handover.create, handover.delete, handover.update, member.change_email, member.create, member.delete, member.join, member.update, passkey.create, passkey.delete, payment.cancel, payment.refund, payment_provider.delete, payment_provider.update, occasion.change, occasion.skip, occasion_rule.create, occasion_rule.delete, occasion_rule.pause, occasion_rule.start, occasion_rule.update, person.delete, person.save, person.sync, person.update, refund_request.approve, refund_request.refuse, restricted_key.create, restricted_key.delete, session.create_link, session.end, session.start, suppression.delete, wall.create, wall.delete, webhook_endpoint.create, webhook_endpoint.delete, webhook_endpoint.rotate_secret, webhook_endpoint.update. */
        Action: string;
        /** @description Members of every list; each adds its `data`. */
        AnyList: {
            object: components["schemas"]["ListObject"];
            has_more: components["schemas"]["ListHasMore"];
            next_cursor: components["schemas"]["ListNextCursor"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description One delivery attempt. Without a response, `error` contains the reason. */
        Attempt: {
            /** @description Number of the attempt, starting at 1. */
            number: components["schemas"]["Version"];
            /**
             * Format: int32
             * @description HTTP status code of the response.
             */
            response_status: number | null;
            /** @description Beginning of the response body. */
            response_body: string | null;
            /** @description dns, connect, tls, reset, timeout, protocol or address_refused (not public). */
            error: components["schemas"]["Word"] | null;
            /** @description Duration in milliseconds. */
            duration_ms: components["schemas"]["Count"];
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description One of: everyone, contributors, recipient, admins, nobody. */
        Audience: string;
        /** @description Music for the card. */
        AudioFile: {
            /** @description Display name. */
            name: components["schemas"]["LineOrNull"];
            /** @description URL of the audio file. */
            url: components["schemas"]["Url"] | null;
        };
        /** @description The person or program that acted. */
        AuditActor: {
            /** @description `user` in a browser, `api_key` for a program, `operator` for the command line, `platform` for the platform of the account, `customer` for a customer of the platform. */
            type: components["schemas"]["AuditActorType"];
            /** @description Current email address of the user, or of the key pair's user. */
            email: components["schemas"]["Email"] | null;
            /** @description ID of the key pair, restricted key or consent. */
            credential_id: string | null;
        };
        /** @description One of: api_key, customer, operator, platform, user. */
        AuditActorType: string;
        /** @description One action. It contains IDs and names of fields, but no texts. */
        AuditEntry: {
            /** @description One of: audit_entry. */
            object: string;
            id: string;
            /** @description The action. */
            action: components["schemas"]["Action"];
            actor: components["schemas"]["AuditActor"];
            /** @description Network address: IPv4 /24 or IPv6 /64. */
            network: string | null;
            /** @description ID of the record that was changed. */
            record_id: string | null;
            /** @description ID of its card. */
            card_id: components["schemas"]["CardId"] | null;
            /** @description Names of the fields sent; for enums, booleans, `client`, `scopes` and `networks`, also the value. */
            fields: string[];
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description A list of AuditEntry records. */
        AuditEntryList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["AuditEntry"][];
        };
        /** @description The size of a batch without faults, and the account's remaining capacity. */
        BatchCheck: {
            /** @description One of: card_batch_check. */
            object: string;
            /** @description Number of cards of the batch. */
            cards_total: components["schemas"]["Count"];
            /** @description Number of cards that the account can still create. */
            cards_remaining: components["schemas"]["Count"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description A number of cards that can be bought together. */
        Bundle: {
            /** @description One of: bundle. */
            object: string;
            id: components["schemas"]["BundleId"];
            /** @description Name. */
            name: components["schemas"]["Line"];
            /**
             * Format: int32
             * @description Number of cards.
             */
            cards: number;
            /**
             * Format: int32
             * @description Number of days for which the cards can be used; null if they do not expire.
             */
            valid_days: number | null;
            /** @description Price in each currency. */
            prices: components["schemas"]["Money"][];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description ID of the bundle. */
        BundleId: string;
        /** @description A list of Bundle records. */
        BundleList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Bundle"][];
        };
        /** @description A purchase of a bundle, and the number of cards left. */
        BundlePurchase: {
            /** @description One of: bundle_purchase. */
            object: string;
            id: components["schemas"]["BundlePurchaseId"];
            /** @description The same as `id`. */
            bundle_purchase_id: components["schemas"]["BundlePurchaseId"];
            bundle_id: components["schemas"]["BundleId"] | null;
            /** @description Name. */
            name: components["schemas"]["Line"];
            status: components["schemas"]["BundlePurchaseStatus"];
            /** @description Payment status of the purchase. One of: failed, paid, pending, refunded. */
            payment_status: string;
            /** @description Total number of cards. */
            cards_total: components["schemas"]["Count"];
            /** @description Number of used cards. */
            cards_used: components["schemas"]["Count"];
            /** @description Number of cards left. */
            cards_remaining: components["schemas"]["Count"];
            /** @description Price of the purchase. */
            price: components["schemas"]["Money"];
            /** @description The payment; null if the bundle was granted. */
            payment_id: components["schemas"]["PaymentId"] | null;
            /** @description Time when the bundle was bought or granted. */
            purchased_at: components["schemas"]["Timestamp"];
            /** @description Time when it expires. */
            expires_at: components["schemas"]["TimestampOrNull"];
            /** @description `platform`: a purchase of the account's platform; its price is hidden. One of: own, platform. */
            source: string;
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description ID of the bundle purchase. */
        BundlePurchaseId: string;
        /** @description A list of BundlePurchase records. */
        BundlePurchaseList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["BundlePurchase"][];
        };
        /** @description One of: active, exhausted, expired, failed, pending, refunded. */
        BundlePurchaseStatus: string;
        /** @description A day in UTC on which not all invitations are sent. */
        BusyDay: {
            day: string;
            /** @description Number of invitations to cards that open, and of those that waited. */
            messages: components["schemas"]["Count"];
            /** @description Number of these that wait until the next day. */
            later: components["schemas"]["Count"];
        };
        /** @description A card. Fields that only the owner can see are absent from an admin's record. */
        Card: {
            /** @description One of: card. */
            object: string;
            id: components["schemas"]["CardId"];
            /** @description The same as `id`. */
            card_id: components["schemas"]["CardId"];
            /** @description One of: archived, cancelled, closed, open. */
            status: string;
            /** @description Your role on the card. One of: admin, owner. */
            role: string;
            /** @description Privileges on the card. */
            privilege?: components["schemas"]["Privilege"];
            /** @description Title of the card. */
            title: components["schemas"]["RequiredLine"];
            /** @description Name of the sender, as shown on the card. */
            sender: components["schemas"]["RequiredLine"];
            /** @description Template of the card, from `GET /api/templates`. */
            template_id: components["schemas"]["TemplateId"];
            /** @description Bundle purchase from which the card is taken. Default: the first available purchase. */
            bundle_purchase_id?: components["schemas"]["BundlePurchaseId"];
            /** @description Name of the first recipient. */
            recipient: components["schemas"]["LineOrNull"];
            /** @description Email address of the first recipient. */
            recipient_email?: components["schemas"]["Email"] | null;
            /** @description Recipients of the card. */
            recipients: components["schemas"]["Recipient"][];
            /** @description Music for the card. */
            audio_file: components["schemas"]["AudioFile"] | null;
            /**
             * Format: int32
             * @description 0 group; 1 personal (one sender, no shared link); 2 self (the recipient is the sender).
             */
            card_type: number;
            /** @description Whether invitees who have not signed are reminded. */
            auto_reminders: boolean;
            /** @description Whether the finished card has a public view link. */
            public_read: boolean;
            /** @description When contributing ends. A date is the end of that day; a time without offset is in `timezone`. */
            contribution_end_date: components["schemas"]["EndDate"] | null;
            /** @description Time when contributing ends, derived from `contribution_end_date`. */
            contribution_ends_at: components["schemas"]["TimestampOrNull"];
            /**
             * Format: int32
             * @description Maximum number of contributions; 0 for no limit.
             */
            contribution_limit: number | null;
            /** @description URL of a logo. It is shown once the server has copied it to the media store. */
            custom_logo: string | null;
            /** @description Effect that plays when the card is opened. Default: the template's effect. */
            custom_effect: components["schemas"]["Effect"] | null;
            /** @description Your own data, stored unchanged and visible only to the owner. */
            extra_data?: string | null;
            /** @description Name of a palette of the template. Default: its first palette. */
            palette: string;
            /** @description Text on the cover, line by line. A line that is only a number is large in some designs. */
            cover_text: string[] | null;
            /** @description When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published. One of: off, post, pre. */
            moderation: string;
            /** @description Who can read published notes before the card is closed: everyone with a signing link (`everyone`), those who have signed (`signed`), or only admins and the owner (`nobody`). One of: everyone, nobody, signed. */
            see_notes: string;
            /** @description IANA time zone. */
            timezone: string;
            locale: components["schemas"]["Locale"];
            /** @description Whether the card has a shared signing link. Personal cards never have one. */
            shared_link: boolean;
            /** @description Your own identifier for the card, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description Email address for replies to the card's emails. Without it, they state that replies aren't read. */
            reply_to?: components["schemas"]["Email"] | null;
            /** @description Emails to organisers about the open card: none, one for `each` event (or for several within 5 minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners. For a card created by a program, they are sent only if this is set. One of: daily, each, none. */
            organiser_mail: string;
            /** @description Settings for money and visibility. */
            collection: components["schemas"]["Collection"];
            /** @description Shared signing link; null if there is none. */
            sign_url?: components["schemas"]["Url"] | null;
            /** @description Link to view the finished card; null if there is none. */
            view_url?: components["schemas"]["Url"] | null;
            /** @description Time when the card was closed. */
            closed_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the card was archived. */
            archived_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the card was cancelled. */
            cancelled_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when cancelling started; it completes once all refunds are complete. */
            cancelling_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            /** @description Numbers of invitations and contributions; only in lists. */
            counts?: components["schemas"]["Counts"];
            /** @description Money collected by the card; absent if it is not visible to you. */
            collected?: components["schemas"]["Money"];
            /** @description Returned only to the owner, when retrieving the card or recording the handover, if money was paid online. */
            proceeds?: components["schemas"]["Proceeds"];
            handover?: components["schemas"]["Handover"] | null;
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description What an audience can see and do on a card, and why. */
        CardAccessReport: {
            /** @description One of: card_access. */
            object: string;
            card_id: components["schemas"]["CardId"];
            /** @description Audience of the report, as in `as`. */
            audience: components["schemas"]["AccessQueryAs"];
            /** @description One entry per permission. */
            entries: components["schemas"]["AccessEntry"][];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description A person with privileges on one card. */
        CardAdmin: {
            /** @description One of: card_admin. */
            object: string;
            id: components["schemas"]["CardAdminId"];
            /** @description The same as `id`. */
            card_admin_id: components["schemas"]["CardAdminId"];
            /** @description ID of the card. */
            card_id: components["schemas"]["CardId"];
            /** @description Email address. */
            email: components["schemas"]["Email"];
            /** @description Name of the person. */
            name: components["schemas"]["LineOrNull"];
            /** @description Privileges on the card. */
            privilege: components["schemas"]["Privilege"];
            /** @description One of: active, invited, removed. */
            status: string;
            /** @description Time when the admin was removed. */
            removed_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the card admin. */
        CardAdminId: string;
        /** @description A list of CardAdmin records. */
        CardAdminList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["CardAdmin"][];
        };
        /** @description Cards that are created together. */
        CardBatch: {
            /** @description One of: card_batch. */
            object: string;
            id: components["schemas"]["CardBatchId"];
            /** @description `pending`: not finished. `completed`: all cards were created. `failed`: none was. One of: completed, failed, pending. */
            status: string;
            /** @description Code of the error that made the batch fail, such as `no_bundle_available`. */
            status_reason: string | null;
            /** @description Number of cards of the batch. */
            cards_total: components["schemas"]["Count"];
            /** @description Cards that were created, in the order of the request. */
            card_ids: string[];
            /** @description Time when the batch completed or failed. */
            finished_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the card batch. */
        CardBatchId: string;
        /** @description ID of the card. */
        CardId: string;
        /** @description A list of Card records. */
        CardList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Card"][];
        };
        /** @description The differences from the rule for this occasion. Null members follow the rule. */
        Changes: {
            /** @description Day on which the card opens, at 09:00. */
            opens_on: string | null;
            /** @description Day on which the card closes, at the hour of the rule. */
            closes_on: string | null;
            title: components["schemas"]["LineOrNull"];
            message: string | null;
            template_id: components["schemas"]["TemplateId"] | null;
        };
        /** @description An invitee and the effect of inviting them now. */
        CheckedInvitee: {
            /** @description Delivery channel, as in the request. */
            delivery_type: string;
            /** @description Address, in canonical spelling if valid. */
            delivery_id: components["schemas"]["Line"];
            /** @description Name; by default, that of a saved group. */
            name: components["schemas"]["LineOrNull"];
            /** @description `new`: would be invited. `duplicate`: an earlier invitee has the same address. `already_invited`: keeps the invitation that `invite_id` names. `recipient`: the card is for this person. `suppressed`: the address receives no messages. `invalid`: `detail` says why. */
            outcome: components["schemas"]["CheckedInviteeOutcome"];
            /** @description Human-readable explanation. */
            detail: string | null;
            invite_id: components["schemas"]["InviteId"] | null;
        };
        /** @description One of: already_invited, duplicate, invalid, new, recipient, suppressed. */
        CheckedInviteeOutcome: string;
        /** @description The collection settings of a card. */
        Collection: {
            /** @description Who can add money. */
            add_money: components["schemas"]["Audience"];
            /** @description Who can see the total. */
            see_total: components["schemas"]["Audience"];
            /** @description Who can see who gave money. */
            see_contributors: components["schemas"]["Audience"];
            /** @description Whether cash can be pledged. Cash is handed over outside the service. */
            add_cash: boolean;
            /** @description Whether only holders of an invitation link can pledge cash. */
            restrict_cash: boolean;
            /** @description ISO 4217 currency code. */
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins.
             */
            see_contributor_names: number;
            /** @description Suggested amounts, in minor units. */
            suggested_amounts: number[] | null;
            /**
             * Format: int64
             * @description Smallest amount of a gift, in minor units.
             */
            min_amount: number | null;
            /**
             * Format: int64
             * @description Largest amount of a gift, in minor units.
             */
            max_amount: number | null;
            /**
             * Format: int64
             * @description Amount to collect, in minor units.
             */
            goal_amount: number | null;
        };
        /** @description A contribution to a card. An anonymous contribution reveals neither its author nor its source. */
        Contribution: {
            /** @description One of: contribution. */
            object: string;
            id: components["schemas"]["ContributionId"];
            card_id: components["schemas"]["CardId"];
            /** @description Invitation that was used to sign. */
            invite_id: components["schemas"]["InviteId"] | null;
            /** @description How the contributor signed. */
            source: string | null;
            /** @description Name of the contributor; null if it is not visible to you. */
            name: string | null;
            /** @description Whether to hide the author from everyone, including the owner. */
            anonymous: boolean;
            /** @description Note of the contribution; null if there is only money. */
            note: components["schemas"]["Note"] | null;
            /** @description Money of the contribution; null if there is none or it is not visible to you. */
            money: components["schemas"]["Gift"] | null;
            /** @description Number of browsers that reported the note; null unless you can moderate. */
            reports: components["schemas"]["Count"] | null;
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the contribution. */
        ContributionId: string;
        /** @description A list of Contribution records. */
        ContributionList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Contribution"][];
        };
        /** @description One of: pending, published, hidden, rejected, deleted. */
        ContributionQueryStatus: string;
        /**
         * Format: int32
         * @description A number.
         */
        Count: number;
        /** @description Numbers of invitations, contributions, invitees who have not signed by name, and notes to review. */
        Counts: {
            /** @description Number of invitations. */
            invited: components["schemas"]["Count"];
            /** @description Number of contributions; for a group, number of members who have signed. */
            contributed: components["schemas"]["Count"];
            /** @description Number of anonymous contributions. */
            anonymous: components["schemas"]["Count"];
            /** @description Number of invitees who have not signed by name; they may have signed anonymously. */
            pending: components["schemas"]["Count"];
            /** @description Number of notes to review. */
            waiting: components["schemas"]["Count"];
        };
        /**
         * Format: date-time
         * @description Time when the record was created.
         */
        CreatedAt: string;
        /** @description A restricted key with its API key and client secret, which are returned only once. */
        CreatedRestrictedKey: components["schemas"]["RestrictedKey"] & {
            /** @description API key; send it as `x-api-key`. */
            api_key: string;
            /** @description Client secret; send it as `x-client-secret`. */
            client_secret: string;
        };
        /** @description One of: AED, AFN, ALL, AMD, AOA, ARS, AUD, AWG, AZN, BAM, BBD, BDT, BHD, BIF, BMD, BND, BOB, BRL, BSD, BTN, BWP, BYN, BZD, CAD, CDF, CHF, CLF, CLP, CNY, COP, CRC, CUP, CVE, CZK, DJF, DKK, DOP, DZD, EGP, ERN, ETB, EUR, FJD, FKP, GBP, GEL, GHS, GIP, GMD, GNF, GTQ, GYD, HKD, HNL, HTG, HUF, IDR, ILS, INR, IQD, IRR, ISK, JMD, JOD, JPY, KES, KGS, KHR, KMF, KPW, KRW, KWD, KYD, KZT, LAK, LBP, LKR, LRD, LSL, LYD, MAD, MDL, MGA, MKD, MMK, MNT, MOP, MRU, MUR, MVR, MWK, MXN, MYR, MZN, NAD, NGN, NIO, NOK, NPR, NZD, OMR, PAB, PEN, PGK, PHP, PKR, PLN, PYG, QAR, RON, RSD, RUB, RWF, SAR, SBD, SCR, SDG, SEK, SGD, SHP, SLE, SOS, SRD, SSP, STN, SVC, SYP, SZL, THB, TJS, TMT, TND, TOP, TRY, TTD, TWD, TZS, UAH, UGX, USD, UYU, UYW, UZS, VED, VES, VND, VUV, WST, XAF, XCD, XCG, XOF, XPF, YER, ZAR, ZMW, ZWG. */
        Currency: string;
        /** @description The account of a customer, as its platform sees it. */
        Customer: {
            /** @description One of: customer. */
            object: string;
            /** @description Send it as `Wellwish-Account`. */
            id: components["schemas"]["AccountId"];
            /** @description Name of the account. */
            name: components["schemas"]["RequiredLine"];
            /** @description Your own identifier for the customer, unique among your customers. */
            external_id: components["schemas"]["LineOrNull"];
            /** @description `platform`: also your cards, once the customer's are used up. One of: own, platform. */
            cards_from: string;
            /** @description Number of cards taken from bundles. */
            cards: components["schemas"]["Count"];
            /** @description Time when its owners closed it to you. */
            closed_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when it was suspended. */
            suspended_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A list of Customer records. */
        CustomerList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Customer"][];
        };
        /** @description Numbers of records that the account can see, by kind. Anonymous notes are never among them. */
        DataCounts: {
            /** @description Invitations to this address. */
            invitations: components["schemas"]["Count"];
            /** @description Notes that the person signed with a name. */
            notes: components["schemas"]["Count"];
            /** @description Cards for the person. */
            recipients: components["schemas"]["Count"];
            /** @description Cards of which the person is or was an admin. */
            card_admins: components["schemas"]["Count"];
            /** @description Saved groups that list the person. */
            groups: components["schemas"]["Count"];
            /** @description Entries in your list of people. */
            people: components["schemas"]["Count"];
            /** @description 1 if the person is a member of the account. */
            members: components["schemas"]["Count"];
            /** @description Invitations to become a member. */
            member_invitations: components["schemas"]["Count"];
            /** @description Entries in your list of suppressions. */
            suppressions: components["schemas"]["Count"];
            /** @description 1 if replies to your emails go to the person. */
            reply_addresses: components["schemas"]["Count"];
        };
        /** @description The erasure of a person's data in your account. */
        DataErasure: {
            /** @description One of: erasure. */
            object: string;
            id: components["schemas"]["ErasureId"];
            /** @description `pending`: not finished. `completed`: the data is erased. `failed`: repeat the request, which continues. One of: completed, failed, pending. */
            status: string;
            /** @description Why it failed, such as `internal_error`. `person_erased`: a person in it was erased. */
            status_reason: string | null;
            /**
             * Format: email
             * @description The email address, until the erasure has ended.
             */
            email: string | null;
            /** @description The phone number (E.164), until the erasure has ended. */
            phone: string | null;
            person_id: components["schemas"]["PersonId"] | null;
            /** @description The records found; from the first step on, those erased. */
            counts: components["schemas"]["DataCounts"];
            /** @description The records that are kept. */
            kept: components["schemas"]["KeptData"][];
            /** @description Number of steps; 0 before the first one. */
            steps_total: components["schemas"]["Count"];
            /** @description Number of finished steps. */
            steps_done: components["schemas"]["Count"];
            receipt: components["schemas"]["ErasureReceipt"] | null;
            /** @description Time when the erasure completed or failed. */
            finished_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A list of DataErasure records. */
        DataErasureList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["DataErasure"][];
        };
        /** @description A copy of the data that your account has about a person, or of all data of your account. */
        DataExport: {
            /** @description One of: export. */
            object: string;
            id: components["schemas"]["ExportId"];
            /** @description Whose data it is. One of: account, person. */
            of: string;
            /** @description `pending`: not finished. `completed`: the file is ready. `failed`: there is none. One of: completed, failed, pending. */
            status: string;
            /** @description Why it failed, such as `internal_error`. `person_erased`: a person in it was erased. */
            status_reason: string | null;
            /**
             * Format: email
             * @description The email address, until the export expires.
             */
            email: string | null;
            /** @description The phone number (E.164), until the export expires. */
            phone: string | null;
            person_id: components["schemas"]["PersonId"] | null;
            /** @description Numbers of invitations and contributions; only in lists. */
            counts: components["schemas"]["DataCounts"] | null;
            /** @description The progress by kind of record; null for a person. */
            records: components["schemas"]["ExportedRecords"][] | null;
            /**
             * Format: int64
             * @description Size of the file so far.
             */
            size_bytes: number | null;
            /** @description Time when the file is deleted. */
            expires_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the export completed or failed. */
            finished_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A list of DataExport records. */
        DataExportList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["DataExport"][];
        };
        /** @description The ID of a deleted card. */
        DeletedCard: {
            /** @description One of: card. */
            object: string;
            id: components["schemas"]["CardId"];
            /** @description The same as `id`. */
            card_id: components["schemas"]["CardId"];
            /** @description Always true. */
            deleted: unknown;
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A palette, with the cover drawn in its colours. */
        DrawnPalette: {
            /** @description Name. */
            name: components["schemas"]["Line"];
            /** @description Colour of controls. */
            accent: components["schemas"]["Tint"];
            /** @description Background colour behind the cover. */
            wash: components["schemas"]["Tint"];
            /** @description Second background colour. */
            wash2: components["schemas"]["Tint"];
            /** @description Cover as SVG, 1000 by 1400 pixels. */
            cover_url: components["schemas"]["Url"] | null;
            /** @description Cover as AVIF, 240 by 336 pixels. */
            thumbnail_url: components["schemas"]["Url"] | null;
        };
        /**
         * @description The effects that the call would have, in the response to `dry_run=true`. Nothing was changed.
         *
         *     In the real call, new records have other IDs, links and times.
         */
        DryRun: {
            /** @description Cards that the account could still create; null if this does not change. */
            cards_remaining: components["schemas"]["Count"] | null;
            /** @description Cards that return to their bundle. */
            cards_returned: components["schemas"]["Count"];
            /** @description Messages to invitees; daily limits can delay them. */
            messages: components["schemas"]["DryRunMessage"][];
            /** @description Messages not sent, because the address is suppressed or of a recipient. */
            suppressed: components["schemas"]["DryRunMessage"][];
            /** @description Number of messages and group members beyond the first 1,000. */
            unlisted: components["schemas"]["Count"];
            /** @description Payments that would be refunded. */
            refunds: components["schemas"]["DryRunRefund"][];
        };
        /** @description A message to one person or channel. */
        DryRunMessage: {
            /** @description One of: invitation, reminder, resend. */
            kind: string;
            /** @description The invitation; null for a new one. */
            invite_id: components["schemas"]["InviteId"] | null;
            /** @description One of: email, group, sms. */
            delivery_type: string;
            /** @description Address; for a group, its channel. */
            delivery_id: components["schemas"]["Line"];
            /** @description Name. */
            name: components["schemas"]["LineOrNull"];
        };
        /** @description A refund that would be requested. */
        DryRunRefund: {
            payment_id: components["schemas"]["PaymentId"];
            /** @description Amount in minor units of the currency. */
            amount: components["schemas"]["Money"];
        };
        /** @description One of: confetti, balloons, streamers, planes, sparks, petals, stars, caps, steam, lights, snow, glow, hearts, none. */
        Effect: string;
        /**
         * Format: email
         * @description An email address.
         */
        Email: string;
        /** @description A date or time. */
        EndDate: string;
        /** @description ID of the erasure. */
        ErasureId: string;
        /**
         * @description Proof of an erasure, without personal data.
         *
         *     `signature` is valid for exactly the bytes of `text` in UTF-8. `ww receipt verify` checks it.
         */
        ErasureReceipt: {
            /** @description JSON text: IDs, times, the counts, the kept records, and `backups_end_at`, when the last backup that has the data ends. */
            text: string;
            /** @description Ed25519 signature (RFC 8032) in Base64. */
            signature: string;
            /** @description ID of the public key in `/.well-known/wellwish-keys.json`. */
            key_id: string;
        };
        /** @description An event in the account. Its data contains IDs, statuses and counts. */
        Event: {
            /** @description One of: event. */
            object: string;
            id: components["schemas"]["EventId"];
            /** @description Type of the event. */
            type: components["schemas"]["Type"];
            card_id: components["schemas"]["CardId"] | null;
            /** @description Whether it is about test data. */
            test: boolean;
            data: Record<string, unknown>;
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description ID of the event, also sent as `webhook-id`. */
        EventId: string;
        /** @description A list of Event records. */
        EventList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Event"][];
        };
        /** @description ID of the export. */
        ExportId: string;
        /** @description A file of an export of your account: records, a JSON text on each line, or a file of a note. */
        ExportPart: {
            /** @description One of: export_part. */
            object: string;
            /** @description Number of the part, from 1. */
            number: components["schemas"]["Version"];
            /** @description File name, which may contain a folder. */
            name: string;
            /** @description The `object` of its records, or `file`. */
            kind: string;
            /** @description Number of records; 0 for a `file`. */
            records: components["schemas"]["Count"];
            /**
             * Format: int64
             * @description Size in bytes.
             */
            size_bytes: number;
            /** @description SHA-256, in hex. */
            sha256: string;
        };
        /** @description A list of ExportPart records. */
        ExportPartList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["ExportPart"][];
        };
        /** @description The progress of an export of an account with one kind of record. */
        ExportedRecords: {
            /** @description The `object` of the records. */
            kind: string;
            /** @description Number of records when the export starts, at most 100,000; of a finished kind, the number of exported records. */
            total: components["schemas"]["Count"];
            /** @description Number exported so far. */
            done: components["schemas"]["Count"];
        };
        /** @description A fault in a request, or a warning about it. */
        Fault: {
            /** @description Location: JSON pointer (RFC 6901) into the body, or `?name` for a query parameter. */
            pointer: string;
            /** @description Machine-readable code. */
            code: components["schemas"]["Word"];
            /** @description Human-readable explanation. */
            detail: string;
        };
        /** @description The part of a contribution's money that you can see. */
        Gift: {
            /** @description Paid online, or pledged as cash. One of: cash, online. */
            method: string;
            /** @description A payment is `pending` until the provider reports the result, then `paid`, `failed` or `cancelled`; a bank debit is `processing` for some days first. It can become `partially_refunded`, `refunded`, `disputed`, and `lost` if the payer wins the dispute. Cash is `promised`, then `confirmed` or `dropped`. */
            status: components["schemas"]["GiftStatus"];
            /** @description Amount in minor units of the currency. */
            amount: components["schemas"]["Money"] | null;
            /** @description Refunded amount. */
            refunded: components["schemas"]["Money"] | null;
            /** @description Whether only the owner can see the amount. */
            hide_amount: boolean;
            /** @description The payment; null unless you are the owner. */
            payment_id: components["schemas"]["PaymentId"] | null;
        };
        /** @description One of: cancelled, confirmed, disputed, dropped, failed, lost, paid, partially_refunded, pending, processing, promised, refunded. */
        GiftStatus: string;
        /** @description A saved group. Lists of groups contain only `members_count`, not `members`. */
        Group: {
            /** @description One of: group. */
            object: string;
            id: components["schemas"]["GroupId"];
            /** @description Name of the group, unique within your account. */
            name: components["schemas"]["RequiredLine"];
            /** @description Your own identifier for the group, unique within your account. */
            external_id: components["schemas"]["LineOrNull"];
            /** @description `people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: the members are the people of the account whose `teams` name it. One of: channel, people, team. */
            kind: string;
            /** @description Masked webhook URL of the channel. */
            webhook_url: string | null;
            /** @description Members of the group. */
            members?: components["schemas"]["Member"][];
            /** @description Number of members. */
            members_count: components["schemas"]["Count"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the group. */
        GroupId: string;
        /** @description A list of Group records. */
        GroupList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Group"][];
        };
        /** @description How the collected money reached the recipient. */
        Handover: {
            /** @description How the recipient got the money. */
            method: components["schemas"]["HandoverMethod"];
            /** @description Amount; absent if the total is not visible to you. */
            amount?: components["schemas"]["Money"];
            /** @description Note shown to contributors and the recipient. */
            note: string | null;
            /** @description URL of the gift; only in the owner's record. */
            url?: components["schemas"]["Url"] | null;
            /** @description Time when the handover was recorded. */
            handed_over_at: components["schemas"]["Timestamp"];
        };
        /** @description One of: bank_transfer, cash, other, present, voucher. */
        HandoverMethod: string;
        /**
         * @description An invitation. For a saved group it is a parent invitation, with `progress` and `counts`.
         *
         *     A parent invitation is `queued` until all members are processed and none of their invitations is queued, and then `sent`.
         */
        Invitation: {
            /** @description One of: invitation. */
            object: string;
            id: components["schemas"]["InviteId"];
            /** @description The same as `id`. */
            invite_id: components["schemas"]["InviteId"];
            /** @description ID of the card. */
            card_id: components["schemas"]["CardId"];
            /** @description ID of the parent invitation. */
            parent_invite_id: components["schemas"]["InviteId"] | null;
            group_id: components["schemas"]["GroupId"] | null;
            /** @description Delivery channel. One of: email, group, sms. */
            delivery_type: string;
            /** @description Email address; phone number; id, name or `external_id` of a saved group; or any label. */
            delivery_id: components["schemas"]["RequiredLine"];
            /** @description Name of the person, used in the greeting. */
            name: components["schemas"]["LineOrNull"];
            /** @description Subject of the email. Default: a standard subject. */
            title: components["schemas"]["LineOrNull"];
            /** @description Personal message; line breaks are kept. */
            message: string | null;
            /** @description `auto` follows the card's `auto_reminders`. */
            reminder: components["schemas"]["InvitationReminder"];
            /** @description Whether to send messages. If false, share the returned `link` yourself. */
            send: boolean;
            status: components["schemas"]["InvitationQueryStatus"];
            /** @description Reason for the status: link_only, recipient, unsubscribed, bounced, complained, stopped, budget, account_budget, sms_budget, no_provider, retrying, card_closed, no_such_mailbox, rejected, gave_up, invalid_address, no_smtputf8 or internal_error; for text messages also invalid_number, landline, not_mobile, country_not_allowed, unknown_number, not_reachable, blocked, filtered, not_delivered or too_long; for groups also invitation_limit; for channels also no_channel, address_refused, channel_refused or channel_unavailable. A suppressed invitation has no reason if the address receives no messages from any account. */
            status_reason: components["schemas"]["Word"] | null;
            /** @description Signing link; null for a saved group, and while no link works. */
            link: components["schemas"]["Url"] | null;
            /** @description Number of messages sent. */
            sent_count: components["schemas"]["Count"];
            /** @description Time when it was last sent. */
            last_sent_at: components["schemas"]["TimestampOrNull"];
            /** @description Time of delivery. */
            delivered_at: components["schemas"]["TimestampOrNull"];
            /** @description Day (UTC) on which the link was first opened. It and the status `opened` are set on the next day. */
            opened_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the invitee signed by name; null after signing anonymously. */
            contributed_at: components["schemas"]["TimestampOrNull"];
            /** @description Progress of inviting the members of a saved group. */
            progress?: components["schemas"]["Progress"];
            /** @description Numbers of invitations and contributions; only in lists. */
            counts?: components["schemas"]["MemberCounts"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description The outcome for each invitee, in the order of the request, and a preview of the email. */
        InvitationCheck: {
            /** @description One of: invitation_check. */
            object: string;
            card_id: components["schemas"]["CardId"];
            invitees: components["schemas"]["CheckedInvitee"][];
            mail: components["schemas"]["MailPreview"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description A list of Invitation records. */
        InvitationList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Invitation"][];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description One of: queued, sent, delivered, opened, contributed, bounced, failed, declined, revoked, suppressed. */
        InvitationQueryStatus: string;
        /** @description One of: auto, daily, none, once, weekly. */
        InvitationReminder: string;
        /** @description ID of the invitation. */
        InviteId: string;
        /** @description Records that an erasure keeps. */
        KeptData: {
            /** @description Kind of the records. */
            kind: components["schemas"]["KeptDataKind"];
            count: components["schemas"]["Count"];
            /** @description `payment_record`: amount, date and the provider's reference, without a name, because accounts must keep records of payments. `open_payment`: the payment is ended, and money that still arrives is refunded; then it is such a record. `last_owner`: add another owner first. `sign_in`: the person's sign-in, which belongs to them and may be used for other accounts; they can delete it at `/privacy`. `audit_log`: what the person changed, for 400 days. `refusal_of_messages`: a keyed hash, so that the person still gets no messages. */
            reason: components["schemas"]["KeptDataReason"];
        };
        /** @description One of: audit_entries, members, payments, suppressions, users. */
        KeptDataKind: string;
        /** @description One of: audit_log, last_owner, open_payment, payment_record, refusal_of_messages, sign_in. */
        KeptDataReason: string;
        /** @description A key pair, whose API key and client secret are never returned again. */
        KeyPair: {
            /** @description One of: credential. */
            object: string;
            id: string;
            /**
             * Format: email
             * @description Email address of the user whom the pair acts for.
             */
            email: string;
            /** @description `previous` if a newer pair has replaced it. One of: current, previous. */
            status: string;
            /** @description Time when it last got a token, precise to the hour; null if it never did. */
            last_used_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when it expires. */
            expires_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description A list of KeyPair records. */
        KeyPairList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["KeyPair"][];
        };
        /** @description One of: admin_added, card_news, card_opened, card_thanked, cards_needed, credential_rotated, deletion_request, email_change, gift, gift_reminder, invitation, member_invited, own_link, payment_inquiry, person_added, person_request, privileges_changed, receipt, refund_request, reminder, reply_to, resend, sign_in, webhook_endpoint_disabled. */
        Kind: string;
        /** @description The rate limits and size limits of the account. */
        Limits: {
            /** @description One of: limits. */
            object: string;
            /** @description API requests of the account to one server process. */
            requests: components["schemas"]["Rate"];
            /** @description Requests that count as several, depending on their content. */
            request_costs: components["schemas"]["RequestCosts"];
            /** @description Messages of the account; few until its email is verified and a purchase is paid. */
            messages: components["schemas"]["Rate"];
            /** @description Text message segments of the account; a long message has several. */
            text_parts: components["schemas"]["Rate"];
            /** @description Invitations, reminders and other messages of organisers to one address about one card. Emails to signers have separate limits. */
            messages_to_one_address_for_one_card: components["schemas"]["Rate"];
            /** @description Messages of organisers from all accounts to one address. */
            messages_to_one_address: components["schemas"]["Rate"];
            /** @description Addresses to which contributors can send the link to a note. */
            own_link_addresses_of_note: components["schemas"]["Rate"];
            /** @description Own links sent for all notes of one card. */
            own_links_of_card: components["schemas"]["Rate"];
            /** @description Own links sent for all cards of the account, apart from `messages`. */
            own_links: components["schemas"]["Rate"];
            /** @description Public pages opened from one network address on one server process. */
            page_requests: components["schemas"]["Rate"];
            /** @description Contributions signed from one network address. */
            signings: components["schemas"]["Rate"];
            /** @description Invalid links opened from one network address. */
            wrong_links: components["schemas"]["Rate"];
            /** @description Failed authentications from one network address on one server process; valid credentials still work. */
            failures: components["schemas"]["Rate"];
            /**
             * Format: int32
             * @description Maximum size of a request body, unless the operation allows more.
             */
            body_bytes: number;
            /**
             * Format: int64
             * @description Bytes of the responses stored for the account's idempotency keys, for 25 hours; null for no limit.
             */
            stored_response_bytes: number | null;
            /**
             * Format: int64
             * @description Invitations to one card.
             */
            invitations_per_card: number | null;
            /**
             * Format: int64
             * @description Invitations to all cards that are not erased.
             */
            invitations_per_account: number | null;
            /**
             * Format: int64
             * @description Saved groups.
             */
            groups_per_account: number | null;
            /**
             * Format: int64
             * @description Members of all saved groups together.
             */
            group_members_per_account: number | null;
            /**
             * Format: int64
             * @description People whose dates are kept.
             */
            people_per_account: number;
            /**
             * Format: int64
             * @description Admins of one card.
             */
            admins_per_card: number | null;
            /**
             * Format: int64
             * @description Bundle purchases that are not paid yet.
             */
            pending_purchases_per_account: number | null;
            /**
             * Format: int64
             * @description Customers of a platform.
             */
            customers_per_platform: number | null;
            /**
             * Format: int64
             * @description Contributions to a card, regardless of its `contribution_limit`.
             */
            contributions_per_card: number;
            /**
             * Format: int64
             * @description Photos and GIFs of a note.
             */
            pictures_per_note: number;
            /**
             * Format: int64
             * @description Size of a video; null if this server does not accept videos.
             */
            video_bytes: number | null;
            /**
             * Format: int64
             * @description Duration of a video.
             */
            video_seconds: number;
            /**
             * Format: int64
             * @description Files of one browser on a card that are not attached to a note.
             */
            unattached_media_per_browser: number;
            /**
             * Format: int64
             * @description Unattached files of all guests of a card; above it, the oldest are deleted.
             */
            unattached_media_of_guests_per_card: number;
            /**
             * Format: int64
             * @description Unattached files of a card that were uploaded with an access token.
             */
            unattached_media_of_api_per_card: number;
            /**
             * Format: int64
             * @description Webhook endpoints.
             */
            webhook_endpoints_per_account: number;
            /**
             * Format: int32
             * @description Maximum `limit` of a list.
             */
            page_size: number;
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description A line of text. */
        Line: string;
        /** @description A line of text, or null. */
        LineOrNull: string | null;
        /** @description Whether there are more records after this page. */
        ListHasMore: boolean;
        /** @description Cursor of the next page; send it as `cursor`. Null on the last page. */
        ListNextCursor: string | null;
        /** @description One of: list. */
        ListObject: string;
        /** @description Language tag (BCP 47). */
        Locale: string;
        /** @description The account's logo. */
        LogoFile: {
            /** @description URL of the logo, a PNG. Anyone with the URL can view it. */
            url: components["schemas"]["Url"];
            /**
             * Format: int32
             * @description Width in pixels.
             */
            width: number;
            /**
             * Format: int32
             * @description Height in pixels.
             */
            height: number;
        };
        /** @description The invitation email to the first invitee; in `text`, the URL of the service replaces the link. */
        MailPreview: {
            /** @description Name of the sender; null if the mail shows only an address. */
            sender: components["schemas"]["LineOrNull"];
            /** @description Subject. */
            subject: string;
            /** @description Heading. */
            heading: string;
            /** @description The email as HTML, if requested. Its links lead to the address of the service. */
            html?: string;
            /** @description Text, which contains the personal message. */
            text: string;
        };
        /** @description A photo, GIF, video, drawing or recording. A `pending` file waits for its virus scan. */
        Media: {
            /** @description One of: media. */
            object: string;
            id: components["schemas"]["MediaId"];
            card_id: components["schemas"]["CardId"];
            contribution_id: components["schemas"]["ContributionId"] | null;
            /** @description The recipient whose thanks contain the file; null for a file of a note. */
            recipient_id: components["schemas"]["RecipientId"] | null;
            /** @description Kind of file. A photo that is animated becomes a `gif`. */
            kind: components["schemas"]["MediaKind"];
            /** @description One of: pending, ready, refused. */
            status: string;
            /** @description Uploaded type. */
            content_type: string;
            /** @description Uploaded size in bytes. */
            bytes: components["schemas"]["Count"];
            /**
             * Format: int32
             * @description Width in pixels.
             */
            width: number | null;
            /**
             * Format: int32
             * @description Height in pixels.
             */
            height: number | null;
            /** @description Duration in milliseconds. */
            duration_ms: components["schemas"]["Count"] | null;
            /** @description Text alternative for people who cannot see the picture. */
            description: string | null;
            /** @description Transcript of a recording. */
            transcript: string | null;
            /** @description Files to serve; the preferred one is first. */
            files: components["schemas"]["MediaFile"][];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description One file of a media record. */
        MediaFile: {
            /** @description File name. */
            name: string;
            /** @description Media type. */
            content_type: string;
            /** @description Size in bytes. */
            bytes: components["schemas"]["Count"];
            /**
             * Format: int32
             * @description Width in pixels.
             */
            width: number | null;
            /**
             * Format: int32
             * @description Height in pixels.
             */
            height: number | null;
            /** @description URL of the file while `status` is `ready`. Anyone with the URL can view the file. */
            url: components["schemas"]["Url"];
        };
        /** @description ID of the media file. */
        MediaId: string;
        /** @description One of: audio, drawing, gif, logo, photo, video, voice. */
        MediaKind: string;
        /** @description A member of a group. */
        Member: {
            /** @description Name. */
            name: components["schemas"]["LineOrNull"];
            /** @description Email address. */
            email: components["schemas"]["Email"] | null;
            /** @description Phone number, preferably with a country code. */
            phone: string | null;
        };
        /** @description The numbers of a saved group's invitations, by status. */
        MemberCounts: {
            /** @description Number of invitations with status `queued`. */
            queued: components["schemas"]["Count"];
            /** @description Number of invitations with status `sent`. */
            sent: components["schemas"]["Count"];
            /** @description Number of invitations with status `delivered`. */
            delivered: components["schemas"]["Count"];
            /** @description Number of invitations with status `opened`. */
            opened: components["schemas"]["Count"];
            /** @description Number of contributions; for a group, number of members who have signed. */
            contributed: components["schemas"]["Count"];
            /** @description Number of invitations with status `bounced`. */
            bounced: components["schemas"]["Count"];
            /** @description Number of invitations with status `failed`. */
            failed: components["schemas"]["Count"];
            /** @description Number of invitations with status `declined`. */
            declined: components["schemas"]["Count"];
            /** @description Number of invitations with status `revoked`. */
            revoked: components["schemas"]["Count"];
            /** @description Number of invitations with status `suppressed`. */
            suppressed: components["schemas"]["Count"];
        };
        /** @description ID of the member. */
        MemberId: string;
        /** @description An amount in minor units: 1250 is 12.50 euros in EUR, and 1,250 yen in JPY. */
        Money: {
            /**
             * Format: int64
             * @description Amount in minor units of the currency.
             */
            amount: number;
            /** @description ISO 4217 currency code. */
            currency: components["schemas"]["Currency"];
        };
        /** @description An API key and its client secret, which are returned only once. */
        NewPair: {
            /** @description API key; send it as `x-api-key`. */
            api_key: string;
            /** @description Client secret; send it as `x-client-secret`. */
            client_secret: string;
            created_at: components["schemas"]["CreatedAt"];
            /** @description Time when the previous pair stops working; null if none was replaced. */
            previous_expires_at: components["schemas"]["TimestampOrNull"];
            /**
             * Format: int32
             * @description Number of restricted keys that ended with the previous pair.
             */
            restricted_keys_ended: number;
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description The new contribution, and the page where its money is paid. */
        NewlySigned: components["schemas"]["Contribution"] & {
            /** @description Payment page for online money. It is open for 23 hours. */
            checkout_url?: components["schemas"]["Url"];
            /** @description Estimated provider fee of an online payment, from the account's stated fees or its earlier payments; absent while it is not known. */
            expected_fee?: components["schemas"]["Money"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description The note of a contribution. */
        Note: {
            /** @description One of: note. */
            object: string;
            id: string;
            /** @description Text of the note. */
            text: string;
            /** @description Language tag (BCP 47) of the text. */
            lang: components["schemas"]["Locale"] | null;
            /** @description Handwriting font. */
            pen: components["schemas"]["NotePen"];
            /** @description Colour of the text. */
            ink: components["schemas"]["NoteInk"];
            /** @description Colour of the paper. */
            paper: components["schemas"]["NotePaper"];
            /** @description Who can read the note. One of: everyone, recipient. */
            visibility: string;
            /** @description Status of the note. */
            status: components["schemas"]["ContributionQueryStatus"];
            /** @description IDs of the note's media: photos and GIFs or one video, a drawing and a recording. */
            media: string[];
            /** @description Time when it was published. */
            published_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when it was hidden. */
            hidden_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when it was rejected. */
            rejected_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the record was deleted. */
            deleted_at: components["schemas"]["TimestampOrNull"];
        };
        /** @description One of: berry, charcoal, green, navy, plum, rust. */
        NoteInk: string;
        /** @description One of: blush, butter, cream, lilac, mint, sky. */
        NotePaper: string;
        /** @description One of: caveat, courier, gochi, kalam, patrick, reenie, shadows. */
        NotePen: string;
        /** @description A day of a person for which a rule creates a card. The dates of a declined one are null. */
        Occasion: {
            /** @description One of: occasion. */
            object: string;
            person_id: components["schemas"]["PersonId"];
            person_name: components["schemas"]["Line"];
            /** @description Occasion of the person. One of: anniversary, birthday, date, welcome. */
            occasion: string;
            date_name: string | null;
            /**
             * Format: int32
             * @description Year of the date. The card can close in another year.
             */
            year: number;
            /** @description `planned`, `made`, or why there is no card. `skipped`: an owner skipped it. `declined`: the person wants no card. `left`: the person has left. `paused`: the rule is paused or deleted. `missed`: less than a day and less than half of the card's time is left. `no_design`: the templates are retired. `no_signers`: there is nobody to invite. `too_many_signers`: the manager has more than 1,000 people; let the rule invite a team or a group. `over_limit`: the rule creates no more cards in that month. `no_cards`: no cards are left, or those left expire before then. `failed`: another reason; Wellwish tries again. */
            state: components["schemas"]["WithoutCardState"];
            /** @description Date of the occasion. */
            date: string | null;
            /** @description Day on which the card opens, at 09:00. */
            opens_on: string | null;
            /** @description Day on which the card closes. */
            closes_on: string | null;
            /** @description Time when the card opens. */
            opens_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the card closes. */
            closes_at: components["schemas"]["TimestampOrNull"];
            /**
             * Format: int32
             * @description Years of service, for `anniversary`.
             */
            years: number | null;
            /** @description Number of people who are invited, each with a message. */
            signers: components["schemas"]["Count"];
            /** @description Number of cards that the occasion takes from the bundles. */
            cards: components["schemas"]["Count"];
            occasion_rule_id: components["schemas"]["OccasionRuleId"];
            template_id: components["schemas"]["TemplateId"] | null;
            card_id: components["schemas"]["CardId"] | null;
            changes: components["schemas"]["Changes"] | null;
            /** @description Number of times that owners changed or skipped the occasion, or withdrew that. */
            version: components["schemas"]["Count"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A list of Occasion records. */
        OccasionList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Occasion"][];
        };
        /** @description The cards that a rule creates in a quarter, together with the other started rules of the account. */
        OccasionPlan: {
            /** @description One of: occasion_plan. */
            object: string;
            occasion_rule_id: components["schemas"]["OccasionRuleId"];
            /** @description Today, in the account's time zone. */
            from: string;
            /** @description The last day, 91 days later. */
            until: string;
            /** @description Number of cards that the rule creates. */
            cards: components["schemas"]["Count"];
            /** @description Number of cards that the account can still create, including those that expire before they are needed. */
            cards_left: components["schemas"]["Count"];
            /** @description Number of invitations to these cards. */
            messages: components["schemas"]["Count"];
            /** @description Number of messages that the account may send on a day; null if any. */
            messages_a_day: components["schemas"]["Count"] | null;
            /** @description Days on which invitations to the cards of all started rules and this one wait, because `messages_a_day` is reached. Other messages of the account are not counted. */
            busy_days: components["schemas"]["BusyDay"][];
            without_card: components["schemas"]["WithoutCard"][];
            /** @description The first 100 occasions, in the order in which their cards open. */
            occasions: components["schemas"]["Occasion"][];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description A rule by which cards are created for occasions of the account's people. */
        OccasionRule: {
            /** @description One of: occasion_rule. */
            object: string;
            id: components["schemas"]["OccasionRuleId"];
            /** @description `paused`: creates no cards. A new rule is paused until you start it. One of: paused, started. */
            status: string;
            /** @description Occasion of the template. One of: anniversary, birthday, date, welcome. */
            occasion: string;
            date_name: string | null;
            team_ids: string[] | null;
            years: number[] | null;
            template_ids: string[];
            title: components["schemas"]["Line"];
            sender: components["schemas"]["Line"];
            message: string | null;
            /** Format: int32 */
            opens_days_before: number;
            /** Format: int32 */
            closes_hour: number;
            /** @description One of: after, before, keep, nearest. */
            days_off: string;
            /** @description One of: february_28, march_1. */
            leap_day: string;
            /** @description One of: group, manager_and_peers, nobody, team. */
            invites: string;
            group_id: components["schemas"]["GroupId"] | null;
            /** Format: int32 */
            max_cards_a_month: number;
            organiser_id: string;
            manager_organises: boolean;
            bundle_purchase_ids: string[] | null;
            /** @description Settings for money and visibility. */
            collection: components["schemas"]["Collection"] | null;
            /** @description Time when the rule was last started. */
            started_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the occasion rule. */
        OccasionRuleId: string;
        /** @description A list of OccasionRule records. */
        OccasionRuleList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["OccasionRule"][];
        };
        /** @description A bundle purchase that waits for payment. */
        OpenPurchase: components["schemas"]["BundlePurchase"] & {
            /** @description Payment page at the provider. It is open for 23 hours. */
            checkout_url: components["schemas"]["Url"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A date with a name that you choose. It recurs every year. */
        OwnDate: {
            /** @description Name of the date, such as `name_day`. */
            name: string;
            /** @description The date, such as `2020-05-01`, or `--05-01` without a year. */
            date: string;
        };
        /** @description A payment for a contribution or a bundle. */
        Payment: {
            /** @description One of: payment. */
            object: string;
            id: components["schemas"]["PaymentId"];
            /** @description One of: bundle_purchase, contribution. */
            purpose: string;
            bundle_purchase_id: components["schemas"]["BundlePurchaseId"] | null;
            contribution_id: components["schemas"]["ContributionId"] | null;
            card_id: components["schemas"]["CardId"] | null;
            /** @description The payment provider. */
            provider: components["schemas"]["PaymentProviderName"];
            /** @description ID at the provider, for matching its reports; null until the provider has reported it. At Stripe: of the PaymentIntent (`pi_`) or the refund (`re_`); at Mollie: `tr_` or `re_`. */
            provider_payment_id: string | null;
            status: components["schemas"]["PaymentQueryStatus"];
            /** @description Amount of the payment. */
            amount: components["schemas"]["Money"];
            /** @description Fee of the provider; null until it is known. */
            fee: components["schemas"]["Money"] | null;
            net: components["schemas"]["Money"] | null;
            /** @description Refunded amount. */
            refunded: components["schemas"]["Money"];
            /** @description Amount that can still be refunded. */
            refundable: components["schemas"]["Money"];
            invoice: components["schemas"]["PaymentInvoice"] | null;
            /** @description `declined`, or `refused_by_provider` (for example, below its minimum amount). */
            failure_reason: components["schemas"]["Word"] | null;
            /** @description URL to which the payer returns; null for a page of this service. */
            return_url: components["schemas"]["Url"] | null;
            /** @description URL of the payment page while the payment is pending; null afterwards, and for gifts that signers made themselves. */
            checkout_url: components["schemas"]["Url"] | null;
            /** @description Refunds, newest first. */
            refunds: components["schemas"]["Refund"][];
            /** @description Time when the provider reported that it was paid. */
            succeeded_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the payer disputed it. */
            disputed_at: components["schemas"]["TimestampOrNull"];
            /** @description Time when the provider reported something that contradicts the payment, and was therefore not booked; null again once the operator has resolved it. */
            mismatched_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description ID of the payment. */
        PaymentId: string;
        /** @description The invoice that the provider issued for a bundle, if the operator has enabled invoices. */
        PaymentInvoice: {
            /** @description Number of the invoice. */
            number: string;
            /** @description The provider's page with the invoice and its PDF. */
            url: components["schemas"]["Url"] | null;
            tax: components["schemas"]["Money"] | null;
        };
        /** @description A list of Payment records. */
        PaymentList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Payment"][];
        };
        /** @description The payment provider for the cards of an account. Secrets are never returned. */
        PaymentProvider: {
            /** @description One of: payment_provider. */
            object: string;
            /** @description `sandbox` uses test money. Null if no provider is configured and nobody can pay. */
            provider: string | null;
            /** @description `own_key`: the account's key; `connected`: the operator's key, by Stripe Connect. */
            kind: string | null;
            /** @description ID of the account at the provider. */
            merchant_id: string | null;
            /** @description Whether payments use real money. */
            live: boolean;
            /** @description First and last characters of the key. */
            key_hint: string | null;
            /** @description Whether Stripe's callbacks are accepted. Otherwise, its events are only polled. */
            webhook_secret_set: boolean;
            /** @description URL for a webhook endpoint at Stripe; `webhook_secret` is its signing secret. */
            callback_url: components["schemas"]["Url"];
            /** @description Fees that the provider keeps, as stated by the owner. */
            fees: components["schemas"]["StatedFee"][];
            /** @description Time when the provider last accepted the key. */
            checked_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"] | null;
            updated_at: components["schemas"]["UpdatedAt"] | null;
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description One of: mollie, sandbox, stripe. */
        PaymentProviderName: string;
        /** @description One of: pending, processing, succeeded, partially_refunded, refunded, disputed, lost, failed, cancelled. */
        PaymentQueryStatus: string;
        /** @description The changes of a list of people. */
        PeopleSync: {
            /** @description One of: people_sync. */
            object: string;
            /** @description Number of new people. */
            created: components["schemas"]["Count"];
            /** @description Number of people whose data is updated. */
            updated: components["schemas"]["Count"];
            /** @description Number of people who are marked as left. */
            left: components["schemas"]["Count"];
            /** @description Number of listed people whose data is unchanged. */
            unchanged: components["schemas"]["Count"];
            /** @description Names of the teams that are created. */
            new_teams: string[];
            /** @description The changes, leavers first; at most 1,000 of them. */
            steps: components["schemas"]["PersonStep"][];
            /** @description Digest of all changes, to be sent with the list. */
            digest: string;
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A person whose dates your account stores. */
        Person: {
            /** @description One of: person. */
            object: string;
            id: components["schemas"]["PersonId"];
            /** @description Name of the person. */
            name: components["schemas"]["RequiredLine"];
            /** @description Email address, unique within your account. */
            email: components["schemas"]["Email"] | null;
            /** @description Phone number, preferably with a country code. */
            phone: string | null;
            /** @description Language tag (BCP 47). */
            locale: string | null;
            /** @description Time zone of the person (IANA), such as `Europe/Berlin`. */
            timezone: string | null;
            /** @description Your own identifier for the person, unique within your account. */
            external_id: components["schemas"]["LineOrNull"];
            /** @description ID of the manager. */
            manager: components["schemas"]["PersonId"] | null;
            /** @description IDs of the person's teams. */
            teams: string[];
            /** @description Dates of the person; absent if you may not see them. */
            dates?: components["schemas"]["PersonDates"];
            /** @description Names of the dates that the person does not want celebrated; `dates` omits them. Only owners see the names. */
            declined?: string[];
            /** @description `left`: no longer with the company. One of: active, left. */
            status: string;
            /** @description Whether the company celebrates the person's dates. */
            celebrate: boolean;
            /** @description Time when the status became `left`; the person is deleted 400 days later. */
            left_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description The dates of a person. */
        PersonDates: {
            /** @description Day and month of birth, such as `--03-14`. A year is never stored. */
            birthday: string | null;
            /** @description First day at work, such as `2020-05-01`. */
            started_on: string | null;
            /** @description Dates with custom names. */
            own: components["schemas"]["OwnDate"][];
        };
        /** @description ID of the person. */
        PersonId: string;
        /** @description A list of Person records. */
        PersonList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Person"][];
        };
        /** @description A person who is created, updated or marked as left. */
        PersonStep: {
            person_id: components["schemas"]["PersonId"];
            /** @description Name. */
            name: components["schemas"]["Line"];
            /** @description The change. One of: created, left, updated. */
            action: string;
            /**
             * Format: int32
             * @description Position in the list; null if not listed.
             */
            index: number | null;
            /** @description Names of the fields that change; empty for a new person. */
            fields: string[];
            /** @description Open cards that rules created for a person who leaves. They stay open. */
            open_card_ids: string[];
        };
        /** @description The platform that acts for the account. */
        Platform: {
            /** @description One of: platform. */
            object: string;
            /** @description Name. */
            name: components["schemas"]["Line"];
            /** @description `full`, as an owner has, or `none`: only name and number of cards. One of: full, none. */
            access: string;
            /** @description One of: own, platform. */
            cards_from: string;
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A link that shows a card before it is closed. It ends if the admin who created it is removed. */
        Preview: {
            /** @description One of: preview. */
            object: string;
            card_id: components["schemas"]["CardId"];
            /** @description Audience of the preview, as in `as`. One of: admin, contributor, everyone, recipient. */
            audience: string;
            /** @description The link. Do not share it: it shows the card before it is closed. */
            url: components["schemas"]["Url"];
            /** @description Time when it expires. */
            expires_at: components["schemas"]["Timestamp"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description The privileges of an admin on one card. */
        Privilege: {
            /** @description Edit, close and reopen the card, moderate notes, confirm cash. */
            can_update: boolean;
            /** @description Send, list, resend and revoke invitations. An invitation to a recipient's address is `suppressed` without a reason, as for any suppressed address. An admin can thereby confirm a guess of this address. */
            invite_contributors: boolean;
            /** @description List, add, replace and remove card admins. */
            admin_management: boolean;
        };
        /** @description A problem document (RFC 9457), extended by `code`, `request_id` and `errors`. */
        Problem: {
            /** @description URL of the documentation page about the error. */
            type: components["schemas"]["Url"];
            /** @description Short summary of the error, the same for every occurrence of a `code`. */
            title: string;
            /**
             * Format: int32
             * @description HTTP status code of the response.
             */
            status: number;
            /** @description Explanation of this occurrence of the error, or how to fix it. */
            detail: string;
            /** @description Machine-readable error code. */
            code: components["schemas"]["Word"];
            /** @description Identifies the request; include it when you contact the operator. */
            request_id: string;
            /** @description All faults found in the request. */
            errors?: components["schemas"]["Fault"][];
            /** @description ID of the conflicting record. */
            card_id?: string;
            /** @description ID of the conflicting record. */
            account_id?: string;
            /** @description ID of the conflicting record. */
            card_admin_id?: string;
            /** @description ID of the conflicting record. */
            group_id?: string;
            /** @description ID of the conflicting record. */
            invite_id?: string;
            /** @description ID of the conflicting record. */
            member_id?: string;
            /** @description Scope that the restricted key lacks; absent if only the key pair can call it. One of: cards.read, cards.write, people.invite, people.read, people.write, money.read, money.write, events.read, account.read. */
            scope?: string;
            /** @description ID of the conflicting record. */
            export_id?: string;
            /** @description ID of the conflicting record. */
            erasure_id?: string;
            /** @description Error code of RFC 6749 section 5.2; only at the token endpoint. One of: invalid_request, invalid_client, unsupported_grant_type, access_denied, temporarily_unavailable. */
            error?: string;
        };
        /** @description The money that the card has collected, before and after the provider's fees. */
        Proceeds: {
            /** @description The same as `collected`. */
            gross: components["schemas"]["Money"];
            /** @description Fees of the card's payments reported by the provider, including those of disputes. Providers keep most fees after a refund. */
            fees: components["schemas"]["Money"];
            /** @description `gross` minus `fees`; below zero if refunds have left only fees. */
            net: components["schemas"]["Money"];
            /** @description Number of payments whose fee the provider has not reported yet. */
            without_fee: components["schemas"]["Count"];
        };
        /** @description Progress of inviting the members of a saved group. It is complete when `members_done` plus `members_dropped` equals `members_total`. */
        Progress: {
            /** @description Total number of members. */
            members_total: components["schemas"]["Count"];
            /** @description Members processed, including those already invited. */
            members_done: components["schemas"]["Count"];
            /** @description Members who already had an invitation to the card. */
            already_invited: components["schemas"]["Count"];
            /** @description Members not invited because the card was closed. */
            members_dropped: components["schemas"]["Count"];
        };
        /** @description A quota for a time window. */
        Rate: {
            /**
             * Format: int32
             * @description Quota per window; null for no limit.
             */
            quota: number | null;
            /**
             * Format: int32
             * @description Length of the window in seconds.
             */
            window_seconds: number;
        };
        /** @description A recipient of the card. Only the owner sees contact details, `external_id` and `view_url`. */
        Recipient: {
            /** @description One of: recipient. */
            object: string;
            id: components["schemas"]["RecipientId"];
            /** @description Name. */
            name: components["schemas"]["LineOrNull"];
            locale: components["schemas"]["Locale"] | null;
            /** @description When the recipient first pressed “Open your card”. */
            first_viewed_at: components["schemas"]["TimestampOrNull"];
            /** @description Email address. */
            email?: components["schemas"]["Email"] | null;
            /** @description Phone number, preferably with a country code. */
            phone?: string | null;
            /** @description Your own identifier for the person. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description Link to view the finished card; null if there is none. */
            view_url?: components["schemas"]["Url"];
        };
        /** @description ID of the recipient. */
        RecipientId: string;
        /** @description A refund of a payment. */
        Refund: {
            /** @description One of: refund. */
            object: string;
            id: components["schemas"]["RefundId"];
            payment_id: components["schemas"]["PaymentId"];
            /** @description One of: failed, pending, succeeded. */
            status: string;
            /** @description Amount of the refund. */
            amount: components["schemas"]["Money"];
            /** @description ID at the provider, for matching its reports; null until the provider has reported it. At Stripe: of the PaymentIntent (`pi_`) or the refund (`re_`); at Mollie: `tr_` or `re_`. */
            provider_refund_id: string | null;
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the refund. */
        RefundId: string;
        /** @description A contributor's request for a refund of a payment. */
        RefundRequest: {
            /** @description One of: refund_request. */
            object: string;
            id: components["schemas"]["RefundRequestId"];
            payment_id: components["schemas"]["PaymentId"];
            contribution_id: components["schemas"]["ContributionId"];
            card_id: components["schemas"]["CardId"];
            /** @description `open` until an owner approves or refuses it; `closed` if the money was returned before. One of: approved, closed, open, refused. */
            status: string;
            /** @description Amount that was refundable at the time of the request. */
            amount: components["schemas"]["Money"];
            /** @description Reason that the contributor gave. */
            reason: string | null;
            /** @description Note of the owner who refused, visible to the contributor. */
            note: string | null;
            /** @description The refund of an approved request. */
            refund_id: components["schemas"]["RefundId"] | null;
            /** @description Time when it was approved, refused or closed. */
            decided_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the refund request. */
        RefundRequestId: string;
        /** @description A list of RefundRequest records. */
        RefundRequestList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["RefundRequest"][];
        };
        /** @description The numbers of people who are reminded, or would be, and of people who are skipped. */
        ReminderRun: {
            /** @description One of: reminder_run. */
            object: string;
            card_id: components["schemas"]["CardId"];
            preview: boolean;
            /** @description Number of people. */
            reminded: components["schemas"]["Count"];
            skipped: components["schemas"]["Skipped"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description The reports of one note. Reports are anonymous. */
        Report: {
            /** @description One of: note_report. */
            object: string;
            contribution_id: components["schemas"]["ContributionId"];
            /**
             * Format: int32
             * @description Number of browsers that reported the note.
             */
            count: number;
            /** @description Reasons given in the reports. */
            reasons: unknown[];
            /** @description Comments of the reports, oldest first. */
            texts: string[];
            /** @description Time when it was first reported. */
            first_reported_at: components["schemas"]["Timestamp"];
            /** @description Time of the latest report. */
            reported_at: components["schemas"]["Timestamp"];
        };
        /** @description A list of Report records. */
        ReportList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Report"][];
        };
        /** @description The quantities that count as one additional request. */
        RequestCosts: {
            /** Format: int64 */
            invitees: number;
            /**
             * Format: int64
             * @description Invitees with `delivery_type` sms.
             */
            text_invitees: number;
            /** Format: int64 */
            resent_messages: number;
            /**
             * Format: int64
             * @description Members of a group that is saved or invited, and people in a list.
             */
            group_members: number;
            /** Format: int64 */
            body_bytes: number;
            /** Format: int64 */
            media_body_bytes: number;
        };
        /** @description A line of text that is not blank. */
        RequiredLine: string;
        /** @description An API key that permits only some operations. */
        RestrictedKey: {
            /** @description One of: restricted_key. */
            object: string;
            id: components["schemas"]["RestrictedKeyId"];
            /** @description Name of the key, for people. */
            name: string;
            /**
             * Format: email
             * @description Email address of the user whom the key acts for.
             */
            email: string;
            /** @description What the key permits. Each operation names its scope; one that names none needs the key pair. No scope includes another. */
            scopes: components["schemas"]["RestrictedKeyScope"][];
            /** @description Networks in which the key and its tokens are valid. Default: every network. */
            networks: string[] | null;
            /** @description `expired` once its end has passed. One of: active, expired. */
            status: string;
            /** @description Time when it last got a token, precise to the hour; null if it never did. */
            last_used_at: components["schemas"]["TimestampOrNull"];
            /**
             * Format: date-time
             * @description Time when the key and its tokens end. Default: never.
             */
            expires_at: string | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description ID of the restricted key. */
        RestrictedKeyId: string;
        /** @description A list of RestrictedKey records. */
        RestrictedKeyList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["RestrictedKey"][];
        };
        /** @description One of: cards.read, cards.write, people.invite, people.read, people.write, money.read, money.write, events.read, account.read. */
        RestrictedKeyScope: string;
        /** @description The new link. */
        RotatedLink: {
            /** @description One of: link. */
            object: string;
            card_id: components["schemas"]["CardId"];
            /** @description The link that was replaced. One of: invitation, public_view, recipient, shared. */
            link: string;
            recipient_id: components["schemas"]["RecipientId"] | null;
            invite_id: components["schemas"]["InviteId"] | null;
            /** @description The new link. */
            url: components["schemas"]["Url"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description Numbers of invitees who have not signed and are not reminded, by reason. */
        Skipped: {
            /** @description Not sent yet, or never sent by Wellwish. */
            not_sent: components["schemas"]["Count"];
            /** @description Reminded by this operation on this day (UTC). */
            reminded_today: components["schemas"]["Count"];
            /** @description Already got a message today; 0 unless these people are skipped. */
            messaged_today: components["schemas"]["Count"];
            /** @description Already got 5 reminders. */
            reminder_limit: components["schemas"]["Count"];
            /** @description Address at its message limit for today. */
            message_limit: components["schemas"]["Count"];
            /** @description Their address receives no messages. */
            suppressed: components["schemas"]["Count"];
        };
        /** @description The fee for payments in a currency, as agreed between the owner and the provider. */
        StatedFee: {
            /** @description ISO 4217 code. */
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description Percentage of the amount, in hundredths of a percent.
             */
            basis_points: number;
            /**
             * Format: int32
             * @description Fixed part of each fee, in minor units of the currency.
             */
            fixed: number;
        };
        /** @description An address that receives no messages from the account. */
        Suppression: {
            /** @description One of: suppression. */
            object: string;
            id: components["schemas"]["SuppressionId"];
            /** @description How messages reach the address. One of: email, sms. */
            delivery_type: string;
            /** @description Email address in lower case, or phone number. */
            delivery_id: string;
            /** @description `unsubscribed`, `bounced` (the mailbox or number does not exist), `complained` (marked as spam) or `stopped` (replied STOP to a text). Null if no message of this account is the cause. */
            reason: string | null;
            /** @description Time when a bounce expires. */
            expires_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description ID of the suppression. */
        SuppressionId: string;
        /** @description A list of Suppression records. */
        SuppressionList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Suppression"][];
        };
        /** @description A card design. */
        Template: {
            /** @description One of: template. */
            object: string;
            id: components["schemas"]["TemplateId"];
            /** @description The same as `id`. */
            template_id: components["schemas"]["TemplateId"];
            /** @description Name. */
            name: components["schemas"]["Line"];
            /** @description Name used in URLs. */
            slug: string;
            /** @description Occasion of the template. */
            occasion: components["schemas"]["TemplateQueryOccasion"];
            /** @description Layout of the notes. One of: board, book. */
            layout: string;
            /** @description Cover in the first palette as SVG, 1000 by 1400 pixels. */
            cover_url: components["schemas"]["Url"] | null;
            /** @description Cover in the first palette as AVIF, 240 by 336 pixels. */
            thumbnail_url: components["schemas"]["Url"] | null;
            /** @description Palettes of the template; the first is the default. */
            palettes: components["schemas"]["DrawnPalette"][];
            /** @description Tone of the template. One of: bright, quiet, warm. */
            tone: string;
            /** @description Effect that plays when the card is opened. */
            effect: components["schemas"]["Effect"];
            locale: components["schemas"]["Locale"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description ID of the template. */
        TemplateId: string;
        /** @description A list of Template records. */
        TemplateList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Template"][];
        };
        /** @description One of: birthday, farewell, new_job, thank_you, baby, wedding, anniversary, congratulations, graduation, promotion, get_well, sympathy, retirement, welcome, new_home, holidays, new_year, festival, love. */
        TemplateQueryOccasion: string;
        /** @description The clock of the test data. */
        TestClock: {
            /** @description One of: test_clock. */
            object: string;
            /** @description Whether everything until `now` has happened. One of: advancing, ready. */
            status: string;
            /** @description Time of the test data. It passes at the same rate as real time. */
            now: components["schemas"]["Timestamp"];
            /** @description Time to which the clock is moving. */
            advancing_to: components["schemas"]["TimestampOrNull"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description An email, a text message or a channel post, as its recipient would have seen it. */
        TestMessage: {
            /** @description One of: test_message. */
            object: string;
            id: string;
            /** @description One of: email, group, sms. */
            channel: string;
            kind: components["schemas"]["Kind"];
            /** @description Email address, phone number or name of the channel. */
            recipient: components["schemas"]["Line"];
            /** @description Subject; null unless it is an email. */
            subject: string | null;
            /** @description Text, with the links. */
            text: string;
            /** @description Links in the text, in its order. */
            links: string[];
            card_id: components["schemas"]["CardId"] | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description A list of TestMessage records. */
        TestMessageList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["TestMessage"][];
        };
        /** @description A recipient's message to all signers or to the author of a note. */
        Thanks: {
            /** @description One of: thanks. */
            object: string;
            card_id: components["schemas"]["CardId"];
            recipient_id: components["schemas"]["RecipientId"];
            /** @description The note whose author receives the message; null if it is for everyone. */
            contribution_id: components["schemas"]["ContributionId"] | null;
            /** @description Name of the recipient. */
            name: components["schemas"]["LineOrNull"];
            /** @description The message; line breaks are kept. Empty if there is only a photo or a recording. */
            text: string;
            /** @description At most one photo and one recording. */
            media: components["schemas"]["Media"][];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        /** @description A list of Thanks records. */
        ThanksList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["Thanks"][];
        };
        /**
         * Format: date-time
         * @description A time in UTC with milliseconds (RFC 3339).
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description A time, or null.
         */
        TimestampOrNull: string | null;
        /** @description A colour for light mode and for dark mode, as `#rrggbb`. */
        Tint: {
            /** @description Colour in light mode. */
            light: string;
            /** @description Colour in dark mode. */
            dark: string;
        };
        /** @description An access token (RFC 6749 section 5.1). */
        Token: {
            /** @description Access token; send it as `Authorization: Bearer ...`. */
            access_token: string;
            /** @description Authentication scheme of the token. One of: Bearer. */
            token_type: string;
            /**
             * Format: int32
             * @description Lifetime in seconds; shorter if the key ends sooner.
             */
            expires_in: number;
            /**
             * Format: date-time
             * @description Time when the token expires.
             */
            expires_at: string;
            /** @description Scopes of a restricted key, separated by spaces; absent for the key pair. */
            scope?: string;
            /** @description Account to which the token belongs. */
            account_id: string;
        };
        /** @description A language of pages and messages. It applies to all tags that begin with its tag, such as `de-AT`. */
        TranslatedLocale: {
            /** @description One of: locale. */
            object: string;
            /** @description Language tag (BCP 47). */
            tag: string;
            /** @description Name of the language in that language. */
            name: string;
        };
        /** @description A list of TranslatedLocale records. */
        TranslatedLocaleList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["TranslatedLocale"][];
        };
        /** @description The dry run of an operation without a record. */
        Tried: {
            dry_run: components["schemas"]["DryRun"];
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description One of: bundle_purchase.active, bundle_purchase.created, bundle_purchase.exhausted, bundle_purchase.failed, bundle_purchase.low, bundle_purchase.refunded, card.archived, card.cancel_failed, card.cancelled, card.cancelling, card.closed, card.created, card.deleted, card.goal_reached, card.handed_over, card.link_rotated, card.reopened, card.thanked, card.updated, card.viewed, card_admin.added, card_admin.removed, card_admin.updated, contribution.created, contribution.deleted, contribution.hidden, contribution.paid, contribution.pledge_confirmed, contribution.pledge_dropped, contribution.pledged, contribution.published, contribution.rejected, contribution.reported, contribution.updated, credential.rotated, customer.left, erasure.completed, erasure.failed, export.completed, export.failed, invitation.bounced, invitation.corrected, invitation.created, invitation.declined, invitation.delivered, invitation.failed, invitation.reminded, invitation.resent, invitation.revoked, invitation.sent, invitation.suppressed, occasion.card_created, payment.cancelled, payment.dispute_closed, payment.disputed, payment.failed, payment.inquiry_opened, payment.mismatched, payment.processing, payment.refund_failed, payment.refunded, payment.succeeded, payment_provider.changed, person.created, person.deleted, person.left, person.updated, platform.left, refund_request.approved, refund_request.closed, refund_request.created, refund_request.refused, restricted_key.created, restricted_key.ended, webhook_endpoint.disabled, webhook_endpoint.test. */
        Type: string;
        /**
         * Format: date-time
         * @description Time when the record last changed.
         */
        UpdatedAt: string;
        /**
         * Format: uri
         * @description A URL.
         */
        Url: string;
        /**
         * Format: int32
         * @description Version of the record, also its `ETag`. Each change increments it.
         */
        Version: number;
        /** @description A link to a card's wall. It ends when the wall is deleted or the card is archived or cancelled. */
        Wall: {
            /** @description One of: wall. */
            object: string;
            card_id: components["schemas"]["CardId"];
            /** @description The page for the screen. It shows published notes that are not only for recipients. */
            wall_url: components["schemas"]["Url"];
            created_at: components["schemas"]["CreatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description Ignored or converted input, and unexpected effects. Absent if empty. */
        Warnings: components["schemas"]["Fault"][];
        /** @description The delivery of an event to an endpoint, with its attempts in order. */
        WebhookDelivery: {
            /** @description One of: webhook_delivery. */
            object: string;
            id: components["schemas"]["WebhookDeliveryId"];
            webhook_endpoint_id: components["schemas"]["WebhookEndpointId"];
            /** @description ID of the event, also sent as `webhook-id`. */
            event_id: components["schemas"]["EventId"];
            /** @description Type of the event. */
            event_type: components["schemas"]["Word"];
            /** @description One of: delivered, failed, pending. */
            status: string;
            /** @description Attempts, in order. */
            attempts: components["schemas"]["Attempt"][];
            /** @description Time of the next attempt. */
            next_attempt_at: components["schemas"]["TimestampOrNull"];
            /** @description Time of delivery. */
            delivered_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the webhook delivery. */
        WebhookDeliveryId: string;
        /** @description A list of WebhookDelivery records. */
        WebhookDeliveryList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["WebhookDelivery"][];
        };
        /** @description A URL that receives events. `failing_since` is null while deliveries succeed. */
        WebhookEndpoint: {
            /** @description One of: webhook_endpoint. */
            object: string;
            id: components["schemas"]["WebhookEndpointId"];
            /** @description Public https URL that receives the events. */
            url: components["schemas"]["Url"];
            /** @description Your own description of the endpoint. */
            description: string | null;
            /** @description Event types to receive. Default: all types, including future ones. */
            event_types: components["schemas"]["Type"][] | null;
            /** @description `thin`: only IDs of the event and card; `full`: also the event's data. One of: full, thin. */
            payload: string;
            /** @description Whether full payloads include the name and address of the person concerned. */
            personal_data: boolean;
            /** @description One of: disabled, enabled. */
            status: string;
            /** @description Time when the endpoint was disabled. */
            disabled_at: components["schemas"]["TimestampOrNull"];
            /** @description Reason: `by_hand`, `failing` (for five days) or `gone` (410). */
            disabled_reason: string | null;
            /** @description Time since which all deliveries have failed; null while deliveries succeed. */
            failing_since: components["schemas"]["TimestampOrNull"];
            /** @description Time until which the previous secret is also used to sign. */
            previous_secret_ends_at: components["schemas"]["TimestampOrNull"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description ID of the webhook endpoint. */
        WebhookEndpointId: string;
        /** @description A list of WebhookEndpoint records. */
        WebhookEndpointList: components["schemas"]["AnyList"] & {
            data: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description A recovery in progress. Its deliveries appear in the list of deliveries. */
        WebhookRecovery: {
            /** @description One of: webhook_recovery. */
            object: string;
            webhook_endpoint_id: components["schemas"]["WebhookEndpointId"];
            /** @description Start of the recovery. */
            since: components["schemas"]["Timestamp"];
            warnings?: components["schemas"]["Warnings"];
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description A webhook endpoint with its secret, which is returned only once. */
        WithSecret: components["schemas"]["WebhookEndpoint"] & {
            /** @description Signing secret; the key is the base64-decoded part after `whsec_`. */
            secret: string;
            dry_run?: components["schemas"]["DryRun"];
        };
        /** @description The number of occasions without a card, by their state. */
        WithoutCard: {
            state: components["schemas"]["WithoutCardState"];
            occasions: components["schemas"]["Count"];
        };
        /** @description One of: declined, failed, left, made, missed, no_cards, no_design, no_signers, over_limit, paused, planned, skipped, too_many_signers. */
        WithoutCardState: string;
        /** @description A name in lower case, such as an event type. */
        Word: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccessEntry = components['schemas']['AccessEntry'];
export type AccessEntryWhat = components['schemas']['AccessEntryWhat'];
export type AccessQueryAs = components['schemas']['AccessQueryAs'];
export type AccountId = components['schemas']['AccountId'];
export type AccountMember = components['schemas']['AccountMember'];
export type AccountMemberList = components['schemas']['AccountMemberList'];
export type AccountSettings = components['schemas']['AccountSettings'];
export type Action = components['schemas']['Action'];
export type AnyList = components['schemas']['AnyList'];
export type Attempt = components['schemas']['Attempt'];
export type Audience = components['schemas']['Audience'];
export type AudioFile = components['schemas']['AudioFile'];
export type AuditActor = components['schemas']['AuditActor'];
export type AuditActorType = components['schemas']['AuditActorType'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditEntryList = components['schemas']['AuditEntryList'];
export type BatchCheck = components['schemas']['BatchCheck'];
export type Bundle = components['schemas']['Bundle'];
export type BundleId = components['schemas']['BundleId'];
export type BundleList = components['schemas']['BundleList'];
export type BundlePurchase = components['schemas']['BundlePurchase'];
export type BundlePurchaseId = components['schemas']['BundlePurchaseId'];
export type BundlePurchaseList = components['schemas']['BundlePurchaseList'];
export type BundlePurchaseStatus = components['schemas']['BundlePurchaseStatus'];
export type BusyDay = components['schemas']['BusyDay'];
export type Card = components['schemas']['Card'];
export type CardAccessReport = components['schemas']['CardAccessReport'];
export type CardAdmin = components['schemas']['CardAdmin'];
export type CardAdminId = components['schemas']['CardAdminId'];
export type CardAdminList = components['schemas']['CardAdminList'];
export type CardBatch = components['schemas']['CardBatch'];
export type CardBatchId = components['schemas']['CardBatchId'];
export type CardId = components['schemas']['CardId'];
export type CardList = components['schemas']['CardList'];
export type Changes = components['schemas']['Changes'];
export type CheckedInvitee = components['schemas']['CheckedInvitee'];
export type CheckedInviteeOutcome = components['schemas']['CheckedInviteeOutcome'];
export type Collection = components['schemas']['Collection'];
export type Contribution = components['schemas']['Contribution'];
export type ContributionId = components['schemas']['ContributionId'];
export type ContributionList = components['schemas']['ContributionList'];
export type ContributionQueryStatus = components['schemas']['ContributionQueryStatus'];
export type Count = components['schemas']['Count'];
export type Counts = components['schemas']['Counts'];
export type CreatedAt = components['schemas']['CreatedAt'];
export type CreatedRestrictedKey = components['schemas']['CreatedRestrictedKey'];
export type Currency = components['schemas']['Currency'];
export type Customer = components['schemas']['Customer'];
export type CustomerList = components['schemas']['CustomerList'];
export type DataCounts = components['schemas']['DataCounts'];
export type DataErasure = components['schemas']['DataErasure'];
export type DataErasureList = components['schemas']['DataErasureList'];
export type DataExport = components['schemas']['DataExport'];
export type DataExportList = components['schemas']['DataExportList'];
export type DeletedCard = components['schemas']['DeletedCard'];
export type DrawnPalette = components['schemas']['DrawnPalette'];
export type DryRun = components['schemas']['DryRun'];
export type DryRunMessage = components['schemas']['DryRunMessage'];
export type DryRunRefund = components['schemas']['DryRunRefund'];
export type Effect = components['schemas']['Effect'];
export type Email = components['schemas']['Email'];
export type EndDate = components['schemas']['EndDate'];
export type ErasureId = components['schemas']['ErasureId'];
export type ErasureReceipt = components['schemas']['ErasureReceipt'];
export type Event = components['schemas']['Event'];
export type EventId = components['schemas']['EventId'];
export type EventList = components['schemas']['EventList'];
export type ExportId = components['schemas']['ExportId'];
export type ExportPart = components['schemas']['ExportPart'];
export type ExportPartList = components['schemas']['ExportPartList'];
export type ExportedRecords = components['schemas']['ExportedRecords'];
export type Fault = components['schemas']['Fault'];
export type Gift = components['schemas']['Gift'];
export type GiftStatus = components['schemas']['GiftStatus'];
export type Group = components['schemas']['Group'];
export type GroupId = components['schemas']['GroupId'];
export type GroupList = components['schemas']['GroupList'];
export type Handover = components['schemas']['Handover'];
export type HandoverMethod = components['schemas']['HandoverMethod'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationCheck = components['schemas']['InvitationCheck'];
export type InvitationList = components['schemas']['InvitationList'];
export type InvitationQueryStatus = components['schemas']['InvitationQueryStatus'];
export type InvitationReminder = components['schemas']['InvitationReminder'];
export type InviteId = components['schemas']['InviteId'];
export type KeptData = components['schemas']['KeptData'];
export type KeptDataKind = components['schemas']['KeptDataKind'];
export type KeptDataReason = components['schemas']['KeptDataReason'];
export type KeyPair = components['schemas']['KeyPair'];
export type KeyPairList = components['schemas']['KeyPairList'];
export type Kind = components['schemas']['Kind'];
export type Limits = components['schemas']['Limits'];
export type Line = components['schemas']['Line'];
export type LineOrNull = components['schemas']['LineOrNull'];
export type ListHasMore = components['schemas']['ListHasMore'];
export type ListNextCursor = components['schemas']['ListNextCursor'];
export type ListObject = components['schemas']['ListObject'];
export type Locale = components['schemas']['Locale'];
export type LogoFile = components['schemas']['LogoFile'];
export type MailPreview = components['schemas']['MailPreview'];
export type Media = components['schemas']['Media'];
export type MediaFile = components['schemas']['MediaFile'];
export type MediaId = components['schemas']['MediaId'];
export type MediaKind = components['schemas']['MediaKind'];
export type Member = components['schemas']['Member'];
export type MemberCounts = components['schemas']['MemberCounts'];
export type MemberId = components['schemas']['MemberId'];
export type Money = components['schemas']['Money'];
export type NewPair = components['schemas']['NewPair'];
export type NewlySigned = components['schemas']['NewlySigned'];
export type Note = components['schemas']['Note'];
export type NoteInk = components['schemas']['NoteInk'];
export type NotePaper = components['schemas']['NotePaper'];
export type NotePen = components['schemas']['NotePen'];
export type Occasion = components['schemas']['Occasion'];
export type OccasionList = components['schemas']['OccasionList'];
export type OccasionPlan = components['schemas']['OccasionPlan'];
export type OccasionRule = components['schemas']['OccasionRule'];
export type OccasionRuleId = components['schemas']['OccasionRuleId'];
export type OccasionRuleList = components['schemas']['OccasionRuleList'];
export type OpenPurchase = components['schemas']['OpenPurchase'];
export type OwnDate = components['schemas']['OwnDate'];
export type Payment = components['schemas']['Payment'];
export type PaymentId = components['schemas']['PaymentId'];
export type PaymentInvoice = components['schemas']['PaymentInvoice'];
export type PaymentList = components['schemas']['PaymentList'];
export type PaymentProvider = components['schemas']['PaymentProvider'];
export type PaymentProviderName = components['schemas']['PaymentProviderName'];
export type PaymentQueryStatus = components['schemas']['PaymentQueryStatus'];
export type PeopleSync = components['schemas']['PeopleSync'];
export type Person = components['schemas']['Person'];
export type PersonDates = components['schemas']['PersonDates'];
export type PersonId = components['schemas']['PersonId'];
export type PersonList = components['schemas']['PersonList'];
export type PersonStep = components['schemas']['PersonStep'];
export type Platform = components['schemas']['Platform'];
export type Preview = components['schemas']['Preview'];
export type Privilege = components['schemas']['Privilege'];
export type Problem = components['schemas']['Problem'];
export type Proceeds = components['schemas']['Proceeds'];
export type Progress = components['schemas']['Progress'];
export type Rate = components['schemas']['Rate'];
export type Recipient = components['schemas']['Recipient'];
export type RecipientId = components['schemas']['RecipientId'];
export type Refund = components['schemas']['Refund'];
export type RefundId = components['schemas']['RefundId'];
export type RefundRequest = components['schemas']['RefundRequest'];
export type RefundRequestId = components['schemas']['RefundRequestId'];
export type RefundRequestList = components['schemas']['RefundRequestList'];
export type ReminderRun = components['schemas']['ReminderRun'];
export type Report = components['schemas']['Report'];
export type ReportList = components['schemas']['ReportList'];
export type RequestCosts = components['schemas']['RequestCosts'];
export type RequiredLine = components['schemas']['RequiredLine'];
export type RestrictedKey = components['schemas']['RestrictedKey'];
export type RestrictedKeyId = components['schemas']['RestrictedKeyId'];
export type RestrictedKeyList = components['schemas']['RestrictedKeyList'];
export type RestrictedKeyScope = components['schemas']['RestrictedKeyScope'];
export type RotatedLink = components['schemas']['RotatedLink'];
export type Skipped = components['schemas']['Skipped'];
export type StatedFee = components['schemas']['StatedFee'];
export type Suppression = components['schemas']['Suppression'];
export type SuppressionId = components['schemas']['SuppressionId'];
export type SuppressionList = components['schemas']['SuppressionList'];
export type Template = components['schemas']['Template'];
export type TemplateId = components['schemas']['TemplateId'];
export type TemplateList = components['schemas']['TemplateList'];
export type TemplateQueryOccasion = components['schemas']['TemplateQueryOccasion'];
export type TestClock = components['schemas']['TestClock'];
export type TestMessage = components['schemas']['TestMessage'];
export type TestMessageList = components['schemas']['TestMessageList'];
export type Thanks = components['schemas']['Thanks'];
export type ThanksList = components['schemas']['ThanksList'];
export type Timestamp = components['schemas']['Timestamp'];
export type TimestampOrNull = components['schemas']['TimestampOrNull'];
export type Tint = components['schemas']['Tint'];
export type Token = components['schemas']['Token'];
export type TranslatedLocale = components['schemas']['TranslatedLocale'];
export type TranslatedLocaleList = components['schemas']['TranslatedLocaleList'];
export type Tried = components['schemas']['Tried'];
export type Type = components['schemas']['Type'];
export type UpdatedAt = components['schemas']['UpdatedAt'];
export type Url = components['schemas']['Url'];
export type Version = components['schemas']['Version'];
export type Wall = components['schemas']['Wall'];
export type Warnings = components['schemas']['Warnings'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryId = components['schemas']['WebhookDeliveryId'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointId = components['schemas']['WebhookEndpointId'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookRecovery = components['schemas']['WebhookRecovery'];
export type WithSecret = components['schemas']['WithSecret'];
export type WithoutCard = components['schemas']['WithoutCard'];
export type WithoutCardState = components['schemas']['WithoutCardState'];
export type Word = components['schemas']['Word'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
