import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { ListedCustomer } from "#shop/accounts/customers/list-customers.server.ts";
import { USER_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { ShortCode } from "../frame/short-code.tsx";
import { CustomerAction, customerActions } from "./customer-change-dialog.tsx";

/** The columns of the list. */
export const customerColumns = [
  "customer",
  "userId",
  "orders",
  "created",
  "lastLogin",
  "actions",
] as const satisfies KeyIn<"adminCustomers">[];

type Props = { customer: ListedCustomer; ownId: string | null };

/**
 * An account with its actions and a link to its orders; who works in the shop, or shall, is changed
 * under *People*. [S6.3] [S9.2] [S13.8]
 */
export function CustomerRow({ customer, ownId }: Props) {
  const texts = useTexts("adminCustomers");
  const { id, email, name, role, disabled, orders, withdrawnFrom } = customer;
  const isWithdrawn = withdrawnFrom !== null;
  const shown = isWithdrawn ? withdrawnFrom || texts("noEmail") : email;
  return (
    <Row>
      <Cell className="md:min-w-52">
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{shown}</span>
            {role !== "customer" && (
              <Badge tone="action" icon="shield">
                {texts(role)}
              </Badge>
            )}
            {isWithdrawn && (
              <Badge tone="amber" icon="pause">
                {texts("withdrawn")}
              </Badge>
            )}
            {disabled && !isWithdrawn && (
              <Badge tone="red" icon="ban">
                {texts("disabled")}
              </Badge>
            )}
            {id === ownId && <Badge tone="slate">{texts("you")}</Badge>}
          </span>
          <span className="text-sm wrap-anywhere text-soft">{name}</span>
        </span>
      </Cell>
      <Cell label={texts("userId")}>
        <span>
          <ShortCode text={id} name={texts("userIdName")} length={USER_ID_SHOWN_LENGTH} />
        </span>
      </Cell>
      <Cell label={texts("orders")} className="max-md:items-center">
        {orders > 0 ? (
          <Link
            to={`/admin/orders/processed?${new URLSearchParams({ search: id })}`}
            className="figures touch-link justify-start justify-self-start font-semibold underline"
          >
            {rich(texts, "ordersOf", { orders, customer: shown, unseen: (words) => <span className="unseen">{words}</span> })}
          </Link>
        ) : (
          <span className="figures">0</span>
        )}
      </Cell>
      <Cell label={texts("created")} className="whitespace-nowrap">
        <When at={customer.createdAt} as="date" />
      </Cell>
      <Cell label={texts("lastLogin")} className="whitespace-nowrap">
        {customer.lastLoginAt ? <When at={customer.lastLoginAt} as="date" /> : texts("never")}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-2 md:flex-nowrap">
          {role !== "customer" ? (
            <Link to={`/admin/people/${encodeURIComponent(id)}`} className={buttonStyle({ variant: "secondary" })}>
              {texts("openPerson")}
              <span className="unseen"> {email}</span>
            </Link>
          ) : (
            !isWithdrawn && (
              <>
                <CustomerAction action={disabled ? customerActions.enabling : customerActions.disabling} customer={customer} />
                {!disabled && (
                  <Link to={invitingTo(customer)} className={buttonStyle({ variant: "secondary" })}>
                    {texts("invite")}
                    <span className="unseen"> {email}</span>
                  </Link>
                )}
              </>
            )
          )}
        </div>
      </Cell>
    </Row>
  );
}

/** The page that invites a customer to work in the shop, filled in. [S13.7] */
function invitingTo({ email, name }: ListedCustomer): string {
  return `/admin/people/new?${new URLSearchParams({ email, name })}`;
}
