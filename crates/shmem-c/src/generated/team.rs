//! Teams, contexts and sessions.

// Made by `cargo xtask abi` from the table in xtask/src/abi.

use crate::export::*;

exports! {
    shmem_team_my_pe pshmem_team_my_pe (team: TeamHandle) -> i32 = team::my_pe(team);
    shmem_team_n_pes pshmem_team_n_pes (team: TeamHandle) -> i32 = team::n_pes(team);
    shmem_team_get_config pshmem_team_get_config (team: TeamHandle, config_mask: i64, config: *mut TeamConfig) -> i32 = team::get_config(team, config_mask, config);
    shmem_team_translate_pe pshmem_team_translate_pe (src_team: TeamHandle, src_pe: i32, dest_team: TeamHandle) -> i32 = team::translate_pe(src_team, src_pe, dest_team);
    shmem_team_split_strided pshmem_team_split_strided (parent_team: TeamHandle, start: i32, stride: i32, size: i32, config: *const TeamConfig, config_mask: i64, new_team: *mut TeamHandle) -> i32 = team::split_strided(parent_team, start, stride, size, config, config_mask, new_team);
    shmem_team_split_2d pshmem_team_split_2d (parent_team: TeamHandle, xrange: i32, xaxis_config: *const TeamConfig, xaxis_mask: i64, xaxis_team: *mut TeamHandle, yaxis_config: *const TeamConfig, yaxis_mask: i64, yaxis_team: *mut TeamHandle) -> i32 = team::split_2d(parent_team, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config, yaxis_mask, yaxis_team);
    shmem_team_destroy pshmem_team_destroy (team: TeamHandle) = team::destroy(team);
    shmem_ctx_create pshmem_ctx_create (options: i64, ctx: *mut Ctx) -> i32 = context::create(options, ctx);
    shmem_team_create_ctx pshmem_team_create_ctx (team: TeamHandle, options: i64, ctx: *mut Ctx) -> i32 = context::team_create(team, options, ctx);
    shmem_ctx_destroy pshmem_ctx_destroy (ctx: Ctx) = context::destroy(ctx);
    shmem_ctx_get_team pshmem_ctx_get_team (ctx: Ctx, team: *mut TeamHandle) -> i32 = context::get_team(ctx, team);
    shmem_ctx_session_start pshmem_ctx_session_start (ctx: Ctx, options: i64, config: *const SessionConfig, config_mask: i64) = context::session_start(ctx, options, config, config_mask);
    shmem_ctx_session_stop pshmem_ctx_session_stop (ctx: Ctx) = context::session_stop(ctx);
}
